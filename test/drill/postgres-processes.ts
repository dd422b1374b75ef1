import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Rig } from '../../bench/rig/rig.ts'
import type { EmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'

const MOST_TRIES = 10

/** The folder of its data. */
export const clusterOf = ({ dataDir }: Pick<Rig, 'dataDir'>): string => join(dataDir, 'postgres')

/** The server's own process first, then each of its children. */
export const postgresProcesses = (postgres: EmbeddedPostgres): number[] => {
  const pid = postgres.pid()
  return pid === undefined ? [] : [pid, ...childrenOf(pid)]
}

/** Starts it after a crash or a stop; again where it finds its old processes still ending. */
export const restartPostgres = async (postgres: EmbeddedPostgres): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await postgres.restart()
    } catch (cause) {
      if (tries >= MOST_TRIES) throw cause
      await pause(200)
    }
  }
}

/** Where a process has gone by itself meanwhile, nothing is left to signal. */
export const signalQuietly = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone.
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
