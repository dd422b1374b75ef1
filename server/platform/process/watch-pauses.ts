/** Whoever runs looks as often, so that a pause of this much less may count as well. */
const LOOK_MS = 5_000

type Watched = { longestMs: number; restMs: number; stoodStill?: (ms: number) => void }

/**
 * False for `restMs` after this process stood still for longer than `longestMs`: as soon as it is asked, whatever else
 * waited to go on; `stoodStill` is told for how long. While a whole machine is suspended its clock (CLOCK_MONOTONIC)
 * stands still, and nothing is seen.
 */
export const watchPauses = (
  { longestMs, restMs, stoodStill }: Watched,
  now: () => number = runningMs,
): (() => boolean) => {
  let last = now()
  let restsUntil = last
  const isRested = (): boolean => {
    const at = now()
    if (at - last > longestMs) {
      restsUntil = at + restMs
      stoodStill?.(at - last)
    }
    last = at
    return at >= restsUntil
  }
  setInterval(isRested, LOOK_MS).unref()
  return isRested
}

const runningMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)
