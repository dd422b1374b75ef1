import { MINUTE_MS, offsetChange, wallClock } from '../../platform/dates.ts'

/**
 * Minutes after local midnight: open from `from`, closed again at `until`. A window may run over midnight
 * (from > until); null on either side, or both the same, means at any hour.
 */
export type SendingHours = { timeZone: string; from: number | null; until: number | null }

const DAY_MINUTES = 24 * 60

/** The first moment, `from` itself or later, at which a text may go out. */
export const nextSendingMoment = (from: Date, hours: SendingHours): Date => {
  const { timeZone } = hours
  let moment = from
  for (;;) {
    const wait = minutesUntilOpen(moment, hours)
    if (wait === 0) return moment
    const opening = new Date((Math.floor(moment.getTime() / MINUTE_MS) + wait) * MINUTE_MS)
    // On the night the clocks change, the wait is right only up to the change: it is computed again from there.
    const change = offsetChange(moment, opening, timeZone)
    if (!change) return opening
    moment = change
  }
}

/** When the hours end that are open at `moment`, which is itself where they are not; undefined where they never end. */
export const closesAfter = (moment: Date, hours: SendingHours): Date | undefined => {
  for (let at = moment; ;) {
    const day = dayAt(at, hours)
    if (!day) return undefined
    if (day.sinceOpening >= day.length) return at
    const left = day.length - day.sinceOpening
    const closing = new Date((Math.floor(at.getTime() / MINUTE_MS) + left) * MINUTE_MS)
    // As above: where the clocks change first, they may show an hour of the night then, or the last hour once more.
    const change = offsetChange(at, closing, hours.timeZone)
    if (!change) return closing
    at = change
  }
}

const minutesUntilOpen = (moment: Date, hours: SendingHours): number => {
  const day = dayAt(moment, hours)
  return !day || day.sinceOpening < day.length ? 0 : DAY_MINUTES - day.sinceOpening
}

/** In minutes, how long ago the hours opened last, and how long they stay open; undefined for any hour. */
const dayAt = (moment: Date, { timeZone, from, until }: SendingHours) => {
  if (from === null || until === null) return undefined
  const length = modulo(until - from)
  if (length === 0) return undefined
  const { hour, minute } = wallClock(moment, timeZone)
  return { length, sinceOpening: modulo(hour * 60 + minute - from) }
}

const modulo = (minutes: number): number => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
