import type { Runner } from 'graphile-worker'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../process/log.ts'
import { isDatabaseAway } from '../connections/database-away.ts'

const BEFORE_RESTART_MS = 1_000

type Options = {
  start: () => Promise<Runner>
  /** Gives back to the queue what runners that have ended had locked. */
  unlock: () => Promise<void>
  log: Log
}

/**
 * Keeps the queue's runner running until stopped. A runner ends by itself when it cannot hand a job back, as when the
 * database goes away for a while: what it had locked is unlocked, and another is started. Without a database there is
 * no runner yet; any other failure of the first start is thrown.
 */
export const keepRunning = async ({
  start,
  unlock,
  log,
}: Options): Promise<{ stop: () => Promise<void> }> => {
  const stopping = new AbortController()
  const { signal } = stopping
  let runner: Runner | undefined = await start().catch((cause: unknown) => {
    if (!isDatabaseAway(cause)) throw cause
    log.warn({ err: cause }, 'the job queue cannot be started yet')
    return undefined
  })

  const startAgain = async (): Promise<Runner | undefined> => {
    for (;;) {
      await pause(BEFORE_RESTART_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
      try {
        await unlock()
        return await start()
      } catch (cause) {
        log.error({ err: cause }, 'the job queue cannot be started yet')
      }
    }
  }

  const keep = async (): Promise<void> => {
    for (;;) {
      if (runner) {
        await runner.promise.catch((cause: unknown) => log.error({ err: cause }, 'the job queue failed'))
        if (signal.aborted) return
        log.error('the job queue ended by itself: starting it again')
      }
      runner = await startAgain()
      if (!runner) return
      // It was asked to stop while this one was starting.
      if (signal.aborted) await endRunner(runner, log)
    }
  }
  const kept = keep()

  return {
    stop: async () => {
      stopping.abort()
      if (runner) await endRunner(runner, log)
      await kept
      await unlock().catch((cause: unknown) => log.warn({ err: cause }, 'jobs stay locked for a while'))
    },
  }
}

const endRunner = async (runner: Runner, log: Log): Promise<void> => {
  await runner.stop().catch((cause: unknown) => log.warn({ err: cause }, 'the job queue had ended already'))
}
