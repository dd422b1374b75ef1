import { localDate } from '../../../platform/dates.ts'
import { timeAndDay } from '../../../platform/moments-in-words-rules.ts'
import { isAskedAbout } from './choices-rules.ts'
import { clockWords, type CustomersClock } from './customers-clock-rules.ts'
import type { Against, Here, State } from './request-words-rules.ts'

/** A text, or the place of one in a row of an invoice that has none. */
type Looked = {
  state: State | null
  dueAt: Date | null
  clock: CustomersClock | null
  isCrowded: boolean
  isSwitchedOn: boolean
  isConnected: boolean
  isAskedFirst: boolean
  optOutSource: string | null
}

/** What stands against a text as it is looked at, and when it goes otherwise; `id` is null where there is no text. */
export const againstOf = (looked: Looked, id: string | null, { now, timeZone, expected }: Here): Against => {
  const { dueAt, isSwitchedOn, isConnected, optOutSource } = looked
  const inWords = (moment: Date) => timeAndDay(moment, { today: localDate(now, timeZone), timeZone })
  const turnAt = id === null ? undefined : expected?.get(id)
  return {
    isSwitchedOn,
    isConnected,
    isOptedOut: optOutSource !== null,
    goesUnlessNo: dueAt && isAskedAbout(looked, now) ? inWords(dueAt) : undefined,
    byTheirClock: dueAt ? clockWords({ ...looked, dueAt }, { now, timeZone }) : undefined,
    isCrowded: looked.isCrowded && dueAt !== null && dueAt > now,
    turnComes: turnAt && inWords(turnAt),
  }
}
