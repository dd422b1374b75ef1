import { addDays, addMonths, daysInMonth, monthOf, weekdayOf, type Day } from '../../lib/formats/days.ts'

const WEEKS = 6

/** Six weeks of days around a month, from the weekday that weeks begin with (0 is Sunday). */
export const sixWeeks = (month: string, weekStart: number): Day[][] => {
  const first = `${month}-01`
  const lead = (weekdayOf(first) - weekStart + 7) % 7
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(first, week * 7 + weekday - lead)),
  )
}

/** The day that a key leads to from `day`; undefined for any other key. */
export const dayAfterKey = (
  day: Day,
  key: string,
  isShifted: boolean,
  weekStart: number,
): Day | undefined => {
  const inWeek = (weekdayOf(day) - weekStart + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -inWeek)
    case 'End':
      return addDays(day, 6 - inWeek)
    case 'PageUp':
      return sameDayOf(day, isShifted ? -12 : -1)
    case 'PageDown':
      return sameDayOf(day, isShifted ? 12 : 1)
    default:
      return undefined
  }
}

/** 31 March, a month back, is the last of February. */
const sameDayOf = (day: Day, months: number): Day => {
  const month = addMonths(monthOf(day), months)
  const date = Math.min(Number(day.slice(8)), daysInMonth(month))
  return `${month}-${String(date).padStart(2, '0')}`
}
