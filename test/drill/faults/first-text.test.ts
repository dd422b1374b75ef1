import { expect, test } from 'vitest'
import { firstTextAfter } from './first-text.ts'

test('the first text after a fault ends the longest silence that began with it or after it', () => {
  expect(firstTextAfter([1, 2, 3, 9, 10], 3)).toBe(6)
  expect(firstTextAfter([4, 5, 15, 16, 18], 3)).toBe(12)
})

test('what was silent before does not count', () => {
  expect(firstTextAfter([0, 50, 51, 52], 50)).toBe(1)
})
