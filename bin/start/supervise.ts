import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../server/platform/process/log.ts'
import { HELD, LONGEST_CLOSE_MS, type Told } from '../../server/platform/process/process-life.ts'

export type Supervised = { stop: () => Promise<void> }

const WORDS: Told[] = ['prepare', 'serve']
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** One that ran for so long is started again at once. */
const LONG_RUN_MS = 10_000
/** A little longer than a process takes to end in order. */
const LONGEST_STOP_MS = LONGEST_CLOSE_MS + 2_000

/**
 * Runs a program as a child until stopped, and starts it again whenever it ends, ever more slowly where it ends at
 * once. Settled once it says that it is ready; fails where its first start does.
 */
export const supervise = async (options: {
  name: string
  file: string
  args?: string[]
  settings: Record<string, string>
  log: Log
  /** Node's own arguments. */
  execArgv?: string[]
  /** The first time it loads its code beside this, and is told each of these words once that is so. */
  told?: Record<Told, Promise<unknown>> | undefined
  firstPauseMs?: number
}): Promise<Supervised> => {
  const { name, file, args = [], settings, log, execArgv = [], told, firstPauseMs = FIRST_PAUSE_MS } = options
  let child: ChildProcess | undefined
  let stopping = false
  let wasReady = false
  let pauseMs = firstPauseMs

  const launch = (held?: typeof told): Promise<void> =>
    new Promise((ready, fail) => {
      const startedAt = performance.now()
      child = fork(file, held ? [...args, HELD] : args, {
        env: { ...process.env, ...settings },
        execArgv,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      // Under --watch, Node sends messages of its own.
      child.on('message', (message) => {
        if (message !== 'ready') return
        wasReady = true
        ready()
      })
      // A program that could not be started at all emits no exit.
      const launched = child
      launched.once('error', (cause) => {
        if (launched.pid === undefined) launched.emit('exit', null, cause.message)
      })
      for (const word of held ? WORDS : [])
        held![word].then(() => launched.connected && launched.send(word)).catch(() => launched.kill())
      child.once('exit', (code, signal) => {
        child = undefined
        fail(new Error(`${name} ended at its start (${signal ?? code}): its own words are above.`))
        if (stopping || !wasReady) return
        const endedSoon = performance.now() - startedAt < LONG_RUN_MS
        const waitMs = endedSoon ? pauseMs : firstPauseMs
        pauseMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
        log.error(`${name} ended (${signal ?? code}): starting it again in ${waitMs / 1000} s`)
        pause(waitMs)
          .then(() => (stopping ? undefined : launch()))
          .catch(() => undefined)
      })
    })

  try {
    await launch(told)
  } catch (cause) {
    stopping = true
    throw cause
  }
  return {
    stop: async () => {
      stopping = true
      const running = child
      if (!running) return
      const ended = new Promise((done) => running.once('exit', done))
      running.kill('SIGTERM')
      await Promise.race([ended, pause(LONGEST_STOP_MS).then(() => running.kill('SIGKILL'))])
    },
  }
}
