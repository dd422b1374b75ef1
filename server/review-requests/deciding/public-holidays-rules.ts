import { addDays } from '../../platform/dates.ts'

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Days after Easter Sunday: Easter Monday, Ascension Day, Whit Monday. */
const MOVABLE = [1, 39, 50]

/** Whether this day ('2026-11-20') is a public holiday in all of France. */
export const isFrenchHoliday = (day: string): boolean =>
  FIXED.includes(day.slice(5)) || movableOf(day.slice(0, 4)).includes(day)

const years = new Map<string, string[]>()

/** Kept: each text to France asks several times, and Temporal takes some forty microseconds. */
const movableOf = (year: string): string[] => {
  const known = years.get(year)
  if (known) return known
  const days = MOVABLE.map((after) => addDays(easterSunday(Number(year)), after))
  years.set(year, days)
  return days
}

/** By the Gregorian calendar: the Sunday after the full moon that comes on 21 March or later (Meeus's method). */
export const easterSunday = (year: number): string => {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leapless = century - Math.floor(century / 4)
  const lunar = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + leapless - lunar + 15) % 30
  const moon = epact - Math.floor((golden + 11 * epact) / 319)
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7
  const date = moon + weekday
  const month = Math.floor((date + 90) / 25)
  return `${year}-${String(month).padStart(2, '0')}-${String((date + month + 19) % 32).padStart(2, '0')}`
}
