import { expect, test } from 'vitest'
import { monthsToState } from './statement-months.ts'

test.each([
  ['no month before the business was there', '2026-01', '2025-11', ['2026-01', '2025-12', '2025-11']],
  ['its first month only, in that month', '2026-11', '2026-11', ['2026-11']],
  ['the latest while its first is not known', '2026-11', undefined, ['2026-11']],
  ['the latest also where the clocks differ', '2026-10', '2026-11', ['2026-10']],
])('statements are offered of %s', (_what, latest, first, months) => {
  expect(monthsToState(latest, first)).toEqual(months)
})

test('statements are offered of a year at most', () => {
  const months = monthsToState('2026-11', '2020-01')
  expect([months.length, months.at(-1)]).toEqual([12, '2025-12'])
})
