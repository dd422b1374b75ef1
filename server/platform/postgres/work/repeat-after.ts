import type { Log } from '../../process/log.ts'

/** Does the work again and again and pauses for `pauseMs` after each run. `stop` waits for the run under way. */
export const repeatAfter = (
  pauseMs: number,
  log: Log,
  work: () => Promise<void>,
): { stop: () => Promise<void> } => {
  let stopped = false
  let ticking: Promise<void> = Promise.resolve()

  const tick = async () => {
    try {
      await work()
    } catch (cause) {
      log.warn({ err: cause }, 'could not look for due work')
    }
    if (!stopped) timer = setTimeout(next, pauseMs)
  }
  const next = () => {
    ticking = tick()
  }
  let timer = setTimeout(next, pauseMs)

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await ticking
    },
  }
}
