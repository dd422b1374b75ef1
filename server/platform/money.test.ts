import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, formatCents } from './money.ts'

test.each([
  [0, 0],
  [1, 0.01],
  [1840, 18.4],
  [-9, -0.09],
  [10_000_000_001, 100_000_000.01],
])('%i cents go over the wire as %d', (cents, decimal) => {
  expect(centsToDecimal(cents)).toBe(decimal)
})

test('no cent is lost on the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (cents) => {
      const read = Number(JSON.stringify(centsToDecimal(cents)))
      expect(Math.round(read * 100)).toBe(cents)
      expect(JSON.stringify(centsToDecimal(cents))).toMatch(/^-?\d+(\.\d{1,2})?$/)
    }),
  )
})

test.each([
  [1840, 'AUD', '$18.40'],
  [9, 'AUD', '$0.09'],
  [123_456_789, 'AUD', '$1,234,567.89'],
  [-500, 'AUD', '-$5.00'],
  [1840, 'GBP', '£18.40'],
  [1840, 'USD', '$18.40'],
  [1840, 'NZD', '$18.40'],
])('%i cents of %s are shown as %s', (cents, currency, shown) => {
  expect(formatCents(cents, currency)).toBe(shown)
})
