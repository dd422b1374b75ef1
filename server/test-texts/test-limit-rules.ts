import { DAY_MS, HOUR_MS } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'
import { fromWhen } from '../platform/moments-in-words-rules.ts'

/** At most so many in any stretch of so long. */
export type Pace = { most: number; ms: number }

export const TEST_PACES: Pace[] = [
  { most: 5, ms: HOUR_MS },
  { most: 20, ms: DAY_MS },
]

/** From when one more fits, after those at `past`; undefined where it fits now. */
export const roomFrom = (past: Date[], paces: Pace[], now: Date): Date | undefined => {
  const newestFirst = past.map((moment) => moment.getTime()).sort((a, b) => b - a)
  const waits = paces.flatMap(({ most, ms }) => {
    const oldestThatCounts = newestFirst[most - 1]
    return oldestThatCounts === undefined ? [] : [oldestThatCounts + ms]
  })
  const from = Math.max(...waits)
  return from > now.getTime() ? new Date(from) : undefined
}

/** Refusal 429, with the seconds until `from`, which it names in the words of `timeZone`. */
export const tooManyTests = (from: Date, now: Date, timeZone: string): Refusal =>
  tooMany('That was enough tests for now. You can send the next one', { from, now, timeZone })

/** The same for codes. */
export const tooManyCodes = (from: Date, now: Date, timeZone: string): Refusal =>
  tooMany('That was enough codes for now. You can ask for another', { from, now, timeZone })

const tooMany = (
  words: string,
  { from, now, timeZone }: { from: Date; now: Date; timeZone: string },
): Refusal =>
  new Refusal('too-many-requests', 429, `${words} from ${fromWhen(from, now, timeZone)}.`, {
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000)),
  })
