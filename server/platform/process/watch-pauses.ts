/** Whoever runs looks as often, so that a pause of this much less may count as well. */
const LOOK_MS = 5_000

/**
 * How often this process stood still for longer than `longestMs` since it is watched. Who asks knows it at once, before
 * anything else that waited goes on. While a whole machine is suspended, so is its clock, and nothing is seen.
 */
export const watchPauses = (longestMs: number, now: () => number = runningMs): (() => number) => {
  let pauses = 0
  let last = now()
  const look = (): number => {
    const at = now()
    if (at - last > longestMs) pauses += 1
    last = at
    return pauses
  }
  setInterval(look, LOOK_MS).unref()
  return look
}

const runningMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)
