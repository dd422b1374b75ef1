import { Temporal } from 'temporal-polyfill'

/** What a clock on the wall in `timeZone` shows at `instant`. */
export type WallClock = { year: number; month: number; day: number; hour: number; minute: number }

export const wallClock = (instant: Date, timeZone: string): WallClock => {
  const shown = shownAsUtc(instant, timeZone)
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  }
}

/**
 * The first instant at which the wall clock in `timeZone` shows this time or later on this day. A time that
 * daylight saving skips gives the moment just after the gap; one that occurs twice gives its first occurrence.
 */
export const instantOf = (wall: WallClock, timeZone: string): Date => {
  const asked = Temporal.PlainDateTime.from(wall, { overflow: 'reject' })
  const found = asked.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isSkipped = !found.toPlainDateTime().equals(asked)
  return dateOf(isSkipped ? found.getTimeZoneTransition('next')! : found)
}

/** The instant after `from` and up to `until` at which the clocks change; undefined where they do not. */
export const offsetChange = (from: Date, until: Date, timeZone: string): Date | undefined => {
  const { end } = periodOf(from.getTime(), timeZone)
  return end <= until.getTime() ? new Date(end) : undefined
}

/** The same for two zones exactly where their clocks show the same from `from` to `until`. */
export const clockBetween = (from: Date, until: Date, timeZone: string): string => {
  const shown: number[] = []
  for (let at = from.getTime(); at <= until.getTime();) {
    const { end, offsetMs } = periodOf(at, timeZone)
    if (shown.at(-1) !== offsetMs) shown.push(at, offsetMs)
    at = end
  }
  return shown.join()
}

/** '2026-11-20' as the calendar shows it in `timeZone`. */
export const localDate = (instant: Date, timeZone: string): string =>
  shownAsUtc(instant, timeZone).toISOString().slice(0, 10)

/** The first instant of this day on the calendar of `timeZone`. */
export const startOfDay = (day: string, timeZone: string): Date =>
  dateOf(Temporal.PlainDate.from(day).toZonedDateTime(timeZone))

/** The first instants of this month and of the next, '2026-11' on the calendar of `timeZone`. */
export const monthBounds = (month: string, timeZone: string): { begins: Date; ends: Date } => {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return {
    begins: dateOf(first.toZonedDateTime(timeZone)),
    ends: dateOf(first.add({ months: 1 }).toZonedDateTime(timeZone)),
  }
}

/** '2026-11-30' and 1 → '2026-12-01'. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 86_400_000

/** The time from `start` to before `end` in which the clocks of a zone do not change. */
type Period = { start: number; end: number; offsetMs: number }

const periods = new Map<string, Period[]>()

/** Cached: each decision needs it, and Temporal takes some forty microseconds. */
const periodOf = (at: number, timeZone: string): Period => {
  const known = periods.get(timeZone)?.find(({ start, end }) => start <= at && at < end)
  return known ?? findPeriod(at, timeZone)
}

const findPeriod = (at: number, timeZone: string): Period => {
  const moment = zoned(at, timeZone)
  // A change at this very millisecond is the start of its period, not the end of the one before.
  const start = zoned(at + 1, timeZone).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity
  const end = moment.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
  const period = { start, end, offsetMs: moment.offsetNanoseconds / 1_000_000 }
  periods.set(timeZone, [...(periods.get(timeZone) ?? []), period])
  return period
}

const shownAsUtc = (instant: Date, timeZone: string): Date =>
  new Date(instant.getTime() + periodOf(instant.getTime(), timeZone).offsetMs)

const zoned = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds)
