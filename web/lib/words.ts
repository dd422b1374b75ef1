import { addDays, type Day } from './formats/days.ts'
import { locale } from './formats/locale.ts'
import { inOneWay } from './formats/one-way.ts'
import { site } from './site.ts'

/** A label of a day is midnight in UTC: format it there, or it slips. */
const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const weekdayAndDate = inUtc({ weekday: 'long', day: 'numeric', month: 'long' })
const withYear = inUtc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dayAndMonth = inUtc({ day: 'numeric', month: 'short', year: 'numeric' })
const monthAndYear = inUtc({ month: 'long', year: 'numeric' })
const monthAlone = inUtc({ month: 'long' })
const weekdayShort = inUtc({ weekday: 'short' })
const weekdayLong = inUtc({ weekday: 'long' })

/** 'Today', 'Yesterday', 'Thursday 19 November', and the year when it is another one. */
export const dayInWords = (day: Day, today: Day): string => {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return dateInWords(day, today)
}

export const dateInWords = (day: Day, today: Day): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? weekdayAndDate : withYear).format(Date.parse(day))

/** '16 – 22 Nov 2026', both days included. */
export const spanInWords = (from: Day, to: Day): string =>
  dayAndMonth.formatRange(Date.parse(from), Date.parse(to))

export const monthInWords = (month: string): string => monthAndYear.format(Date.parse(`${month}-01`))

export const monthName = (month: string): string => monthAlone.format(Date.parse(`${month}-01`))

/** `index` 0 is Sunday. 1 November 2026 was one. */
export const weekdayNames = (index: number): { short: string; long: string } => {
  const day = Date.UTC(2026, 10, 1 + index)
  return { short: weekdayShort.format(day), long: weekdayLong.format(day) }
}

export const timeInWords = (instant: string, timeZone: string): string => inOneWay(times(timeZone), instant)

export const momentInWords = (instant: string, timeZone?: string): string =>
  inOneWay(moments(timeZone), instant)

/** '23 Nov, 8:00 am', where the year goes without saying. */
export const dayAndTimeInWords = (instant: string, timeZone: string): string =>
  inOneWay(daysAndTimes(timeZone), instant)

export const dateAlone = (instant: string, timeZone?: string): string =>
  dates(timeZone).format(new Date(instant))

/** One format for each zone: with one for each row, a browser pauses when it frees thousands of them. */
const inEachZone = (
  options: Intl.DateTimeFormatOptions,
): ((timeZone: string | undefined) => Intl.DateTimeFormat) => {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = formats.get(timeZone)
    if (known) return known
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}
const times = inEachZone({ hour: 'numeric', minute: '2-digit', hour12: true })
const moments = inEachZone({ dateStyle: 'medium', timeStyle: 'short', hour12: true })
const daysAndTimes = inEachZone({
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const dates = inEachZone({ dateStyle: 'long' })

const money = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: site.currency,
  currencyDisplay: 'narrowSymbol',
})

export const inMoney = (amount: number): string => money.format(amount).replace(/^-/, '\u2212')

export const inNumber = (count: number): string => count.toLocaleString(locale)

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${inNumber(count)} ${count === 1 ? one : many}`
