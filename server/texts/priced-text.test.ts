import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCents } from './priced-text.ts'

const prices = { AU: 9, NZ: 14, XX: 0 }

test.each([
  [1, 'AU', 9],
  [2, 'NZ', 28],
  [3, 'XX', 0],
  [1, 'FR', undefined],
  [1, 'au', undefined],
  [1, '', undefined],
  [1, 'constructor', undefined],
  [1, '__proto__', undefined],
])('%i segments to %s cost %s cents', (segments, country, cents) => {
  expect(priceCents(segments, country, prices)).toBe(cents)
})

test('a price is a whole number of cents, each segment the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 9999 }), (segments, each) => {
      const price = priceCents(segments, 'AU', { AU: each })
      expect(price).toBe(segments * each)
      expect(Number.isSafeInteger(price)).toBe(true)
    }),
  )
})
