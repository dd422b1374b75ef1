/** What a clock on the wall in `timeZone` shows at `instant`. */
export type WallClock = { year: number; month: number; day: number; hour: number; minute: number }

const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

export const wallClock = (instant: Date, timeZone: string): WallClock => {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return {
    year: parts['year']!,
    month: parts['month']!,
    day: parts['day']!,
    hour: parts['hour']!,
    minute: parts['minute']!,
  }
}

/**
 * The first instant at which the wall clock in `timeZone` shows this time or later on this day. A time that
 * daylight saving skips gives the moment just after the gap; one that occurs twice gives its first occurrence.
 */
export const instantOf = (wall: WallClock, timeZone: string): Date => {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => offsetMs(new Date(near), timeZone))
  const [earlier, later] = offsets.map((offset) => asUtc - offset).sort((a, b) => a - b) as [number, number]
  const exact = [earlier, later].find((at) => at + offsetMs(new Date(at), timeZone) === asUtc)
  return exact === undefined ? offsetChange(new Date(earlier), new Date(later), timeZone)! : new Date(exact)
}

/** The minute after `from` and up to `until` at which the clocks change; undefined where they do not. */
export const offsetChange = (from: Date, until: Date, timeZone: string): Date | undefined => {
  const before = offsetMs(from, timeZone)
  if (before === offsetMs(until, timeZone)) return undefined
  let last = Math.floor(from.getTime() / MINUTE_MS)
  let first = Math.ceil(until.getTime() / MINUTE_MS)
  while (first - last > 1) {
    const middle = Math.floor((first + last) / 2)
    if (offsetMs(new Date(middle * MINUTE_MS), timeZone) === before) last = middle
    else first = middle
  }
  return new Date(first * MINUTE_MS)
}

/** '2026-11-20' as the calendar shows it in `timeZone`. */
export const localDate = (instant: Date, timeZone: string): string => {
  const { year, month, day } = wallClock(instant, timeZone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The first instant of this day on the calendar of `timeZone`. */
export const startOfDay = (day: string, timeZone: string): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return instantOf({ year, month, day: date, hour: 0, minute: 0 }, timeZone)
}

/** '2026-11-30' and 1 → '2026-12-01'. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const isTimeZone = (name: string): boolean => {
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

const offsetMs = (instant: Date, timeZone: string): number => {
  const { year, month, day, hour, minute } = wallClock(instant, timeZone)
  const whole = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  return Date.UTC(year, month - 1, day, hour, minute) - whole
}
