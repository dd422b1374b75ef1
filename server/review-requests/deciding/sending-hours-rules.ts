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

const minutesUntilOpen = (moment: Date, { timeZone, from, until }: SendingHours): number => {
  if (from === null || until === null) return 0
  const length = modulo(until - from)
  if (length === 0) return 0
  const { hour, minute } = wallClock(moment, timeZone)
  const sinceOpening = modulo(hour * 60 + minute - from)
  return sinceOpening < length ? 0 : DAY_MINUTES - sinceOpening
}

const modulo = (minutes: number): number => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
