import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/dates.ts'
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
export const tooManyTests = (from: Date, now: Date, timeZone: string): Refusal => {
  const when = isSoon(from, now) ? IN_A_MINUTE : `from ${fromWhen(from, now, timeZone)}`
  return tooMany(`That was enough tests for now. You can send the next one ${when}.`, from, now)
}

/** The same for codes. One minute is the pause after each code, and no sign of too many. */
export const tooManyCodes = (from: Date, now: Date, timeZone: string): Refusal => {
  if (isSoon(from, now)) return tooMany(`You can ask for another code ${IN_A_MINUTE}.`, from, now)
  const when = fromWhen(from, now, timeZone)
  return tooMany(`That was enough codes for now. You can ask for another from ${when}.`, from, now)
}

/** A time of day is written in whole minutes, and would be up to a minute too late. */
const isSoon = (from: Date, now: Date): boolean => from.getTime() - now.getTime() <= MINUTE_MS
const IN_A_MINUTE = 'in a minute'

const tooMany = (words: string, from: Date, now: Date): Refusal =>
  new Refusal('too-many-requests', 429, words, {
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000)),
  })
