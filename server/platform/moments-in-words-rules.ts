import { addDays, localDate, MINUTE_MS, wallClock } from './dates.ts'

/** '8:00 am (Perth time)', '8:00 am tomorrow (Perth time)'; a moment between two minutes is the later of them. */
export const fromWhen = (moment: Date, now: Date, timeZone: string): string => {
  const shown = new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS)
  const isToday = localDate(shown, timeZone) === localDate(now, timeZone)
  return `${timeOfDay(shown, timeZone)}${isToday ? '' : ' tomorrow'} ${zoneInWords(timeZone)}`
}

/** '(Perth time)' */
export const zoneInWords = (timeZone: string): string =>
  `(${timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time)`

/** '5:00 pm today', '5:00 pm tomorrow', '5:00 pm on Monday', '5:00 pm on 14 Dec'. */
export const timeAndDay = (
  moment: Date,
  { today, timeZone }: { today: string; timeZone: string },
): string => {
  const day = localDate(moment, timeZone)
  return `${timeOfDay(moment, timeZone)} ${dayInWords(day, today)}`
}

/** '2026-11-23 02:15 UTC': for operators. */
export const utcMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** '2026-11-23', in UTC: for operators. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** '5:00 pm' */
export const timeOfDay = (moment: Date, timeZone: string): string => {
  const { hour, minute } = wallClock(moment, timeZone)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

const dayInWords = (day: string, today: string): string => {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  const isThisWeek = day > today && day < addDays(today, 7)
  const date = new Date(`${day}T00:00:00Z`)
  const format: Intl.DateTimeFormatOptions = isThisWeek
    ? { weekday: 'long' }
    : { day: 'numeric', month: 'short' }
  return `on ${date.toLocaleDateString('en-AU', { ...format, timeZone: 'UTC' })}`
}
