/** A day as a label: '2026-11-20'. It has no time zone any more. */
export type Day = string

const DAY_MS = 86_400_000
const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** The day it is at `instant` on a wall calendar in `timeZone`; without one, in the reader's own. */
export const dayOf = (instant: string | number | Date, timeZone: string | undefined): Day => {
  let format = dayFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    dayFormats.set(timeZone, format)
  }
  return format.format(new Date(instant))
}

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** How many days `to` is after `from`. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Whether an address names a day that there is, of the months that the API counts. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(Date.parse(day)).getUTCDay()

export const monthOf = (day: Day): string => day.slice(0, 7)

export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The API counts the months of this century. */
const FIRST_MONTH = '2000-01'
const LAST_MONTH = '2099-12'

/** This month, or the nearest that there is a calendar of. */
export const nearestMonth = (month: string): string => {
  if (month < FIRST_MONTH) return FIRST_MONTH
  return month > LAST_MONTH ? LAST_MONTH : month
}

export const daysInMonth = (month: string): number =>
  Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8))
