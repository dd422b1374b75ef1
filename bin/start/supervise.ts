import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../server/platform/process/log.ts'

export type Supervised = { stop: () => Promise<void> }

const PAUSE_MS = 500
const MOST_FAST_ENDS = 5
const FAST_MS = 5_000

/** Runs a program as a child until stopped, and starts it again when it dies. Settled once it says that it is ready. */
export const supervise = async (options: {
  name: string
  file: string
  settings: Record<string, string>
  log: Log
  /** Node's own arguments. */
  execArgv?: string[]
}): Promise<Supervised> => {
  const { name, file, settings, log, execArgv = [] } = options
  let child: ChildProcess | undefined
  let stopping = false
  let wasReady = false
  let fastEnds = 0

  const launch = (): Promise<void> =>
    new Promise((ready, fail) => {
      const startedAt = performance.now()
      child = fork(file, [], {
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
      child.once('exit', (code, signal) => {
        child = undefined
        fail(new Error(`${name} ended at its start (${signal ?? code}): its own words are above.`))
        if (stopping || !wasReady) return
        // Somebody who kills it is no reason to give up; a program that ends by itself is.
        const isOwnFault = code !== null && performance.now() - startedAt < FAST_MS
        fastEnds = isOwnFault ? fastEnds + 1 : 0
        if (fastEnds >= MOST_FAST_ENDS) {
          log.fatal(`${name} ends as soon as it starts: giving up`)
          process.exit(1)
        }
        log.error(`${name} ended (${signal ?? code}): starting it again`)
        pause(PAUSE_MS)
          .then(launch)
          .catch(() => undefined)
      })
    })

  try {
    await launch()
  } catch (cause) {
    stopping = true
    throw cause
  }
  return {
    stop: async () => {
      stopping = true
      const running = child
      if (!running) return
      const gone = new Promise((done) => running.once('exit', done))
      running.kill('SIGTERM')
      await Promise.race([gone, pause(8_000).then(() => running.kill('SIGKILL'))])
    },
  }
}
