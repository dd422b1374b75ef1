import { spreadOf } from '../../../bench/rig/percentiles.ts'
import type { Call } from './steady-traffic.ts'

export type DoorFigures = {
  calls: number
  p99Ms: number
  /** Of all calls from the fault's beginning on. */
  slowestMs: number
  /** Not answered 200: they are sent again. */
  refused: number
  late: number
  /** Answered neither 200 nor 503, or not at all. */
  wrong: number
  /** From the fault's end until the first call that was taken and after which none was refused. */
  worksAgainMs: number
}

/** What the door did from the moment `from` on, when the fault began; it was over at `end`. Monotonic ms. */
export const doorFigures = (calls: Call[], { from, end }: { from: number; end: number }): DoorFigures => {
  const begun = calls.filter(({ at }) => at >= from)
  const during = begun.filter(({ at }) => at <= end)
  const after = begun.filter(({ at }) => at > end)
  const lastRefused = Math.max(end, ...after.filter(({ answer }) => answer !== 200).map(({ at }) => at))
  const taken = after.filter(({ at, answer }) => answer === 200 && at >= lastRefused)
  const takenAt = Math.min(...taken.map(({ at, ms }) => at + ms))
  return {
    calls: during.length,
    p99Ms: spreadOf(during.map(({ ms }) => ms)).p99,
    slowestMs: Math.max(0, ...begun.map(({ ms }) => ms)),
    refused: begun.filter(({ answer }) => answer !== 200).length,
    late: begun.filter(({ answer }) => answer === 'late').length,
    wrong: begun.filter(({ answer }) => answer !== 200 && answer !== 503).length,
    worksAgainMs: Math.max(0, takenAt - end),
  }
}
