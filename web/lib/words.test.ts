import { expect, test, vi } from 'vitest'
import { dateAlone, dayAndTimeInWords } from './words.ts'

vi.mock('./site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

test('no line ends within a date, nor within a time of day', () => {
  expect(dateAlone('2026-11-21T00:00:00Z', 'UTC')).not.toMatch(/ /)
  expect(dayAndTimeInWords('2026-11-21T05:00:00Z', 'UTC')).not.toMatch(/(?<!,) /)
})
