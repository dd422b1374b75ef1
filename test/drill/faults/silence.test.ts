import { expect, test } from 'vitest'
import { longestSilence } from './silence.ts'

test('the longest silence after a fault counts, whenever it began', () => {
  expect(longestSilence([1, 2, 3, 9, 10], 3)).toBe(6)
  expect(longestSilence([4, 5, 15, 16, 18], 3)).toBe(10)
})

test('what was silent before does not count', () => {
  expect(longestSilence([0, 50, 51, 52], 49)).toBe(1)
})
