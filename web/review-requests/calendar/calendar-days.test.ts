import { expect, test } from 'vitest'
import { dayAfterKey, sixWeeks } from './calendar-days.ts'

const MONDAY = 1

test.each([
  ['2026-11', 1, '2026-10-26', '2026-12-06'],
  ['2026-11', 0, '2026-11-01', '2026-12-12'],
  ['2027-02', 1, '2027-02-01', '2027-03-14'],
  ['2028-02', 6, '2028-01-29', '2028-03-10'],
])('%s from weekday %i shows %s to %s', (month, weekStart, first, last) => {
  const weeks = sixWeeks(month, weekStart)
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.[0]).toBe(first)
  expect(weeks[5]?.[6]).toBe(last)
})

test.each([
  ['2026-11-01', 'ArrowLeft', '2026-10-31'],
  ['2026-12-31', 'ArrowRight', '2027-01-01'],
  ['2026-11-03', 'ArrowUp', '2026-10-27'],
  ['2026-11-11', 'Home', '2026-11-09'],
  ['2026-11-11', 'End', '2026-11-15'],
  ['2026-03-31', 'PageUp', '2026-02-28'],
  ['2026-01-31', 'PageDown', '2026-02-28'],
])('from %s, %s leads to %s', (day, key, next) => {
  expect(dayAfterKey(day, key, false, MONDAY)).toBe(next)
})

test('Shift makes a year of a month, from a leap day as well', () => {
  expect(dayAfterKey('2028-02-29', 'PageDown', true, MONDAY)).toBe('2029-02-28')
})

test('other keys lead nowhere', () => {
  expect(dayAfterKey('2026-11-11', 'x', false, MONDAY)).toBeUndefined()
})
