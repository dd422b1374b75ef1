import type { Log } from '../../process/log.ts'
import { sayRarely } from '../../process/say-rarely.ts'

/** What kept it from its work may be over at any moment. */
const AFTER_FAILURE_MS = 300

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
  const looks = sayRarely(log, 'could not look for due work')
  let ticking: Promise<void> | undefined

  const tick = async () => {
    isWanted = false
    let nextMs = pauseMs
    try {
      await work()
      looks.well()
    } catch (cause) {
      looks.failed(cause)
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
