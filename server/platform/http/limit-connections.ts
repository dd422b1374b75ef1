import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Log } from '../process/log.ts'
import { sayRarely } from '../process/say-rarely.ts'

/** Of the database, of vendors, and of what is read meanwhile. */
const KEPT_FILES = 128

/**
 * Where the system opens no more files Node ends new connections without an answer and without a word. Here they end
 * before that, so that the database and the vendors are reached all the same, and it is said.
 */
export const limitConnections = (server: Server, log: Log, most = mostOpenFiles()): void => {
  if (most === undefined) return
  server.maxConnections = Math.max(most - KEPT_FILES, Math.floor(most / 2))
  const dropped = sayRarely(
    log,
    'connections end without an answer: this process may open too few files (ulimit -n)',
  )
  server.on('drop', () =>
    dropped.failed(new Error(`of ${most} files, ${server.maxConnections} are for connections`)),
  )
}

/** As Linux tells it of this process; Node has raised it to what it may. */
const mostOpenFiles = (): number | undefined => {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return most === undefined ? undefined : Number(most)
  } catch {
    return undefined
  }
}
