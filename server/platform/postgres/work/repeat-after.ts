import type { Log } from '../../process/log.ts'

/** What kept it from its work may be over at any moment. */
const AFTER_FAILURE_MS = 300
/** A database that is away for an hour fills no disk with one failure. */
const BETWEEN_WORDS_MS = 10_000

/**
 * Does the work again and again and pauses for `pauseMs` after each run, or at most a third of a second after one that
 * failed, which it says at first and every ten seconds. `now` makes one more run at once. `stop` waits for the run
 * under way.
 */
export const repeatAfter = (
  pauseMs: number,
  log: Log,
  work: () => Promise<void>,
): { now: () => void; stop: () => Promise<void> } => {
  let stopped = false
  let isWanted = false
  let saidAt = -Infinity
  let ticking: Promise<void> | undefined

  const tick = async () => {
    isWanted = false
    let nextMs = pauseMs
    try {
      await work()
      saidAt = -Infinity
    } catch (cause) {
      if (performance.now() - saidAt >= BETWEEN_WORDS_MS) {
        saidAt = performance.now()
        log.warn({ err: cause }, 'could not look for due work')
      }
      nextMs = Math.min(pauseMs, AFTER_FAILURE_MS)
    }
    ticking = undefined
    if (!stopped) timer = setTimeout(next, isWanted ? 0 : nextMs)
  }
  const next = () => {
    ticking = tick()
  }
  let timer = setTimeout(next, pauseMs)

  return {
    now: () => {
      isWanted = true
      if (stopped || ticking) return
      clearTimeout(timer)
      next()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await ticking
    },
  }
}
