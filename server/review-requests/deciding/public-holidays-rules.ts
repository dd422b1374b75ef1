import { addDays } from '../../platform/dates.ts'

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Days after Easter Sunday: Easter Monday, Ascension Day, Whit Monday. */
const MOVABLE = [1, 39, 50]

/** Whether this day ('2026-11-20') is a public holiday in all of France. */
export const isFrenchHoliday = (day: string): boolean => {
  const easter = easterSunday(Number(day.slice(0, 4)))
  return FIXED.includes(day.slice(5)) || MOVABLE.some((days) => addDays(easter, days) === day)
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
