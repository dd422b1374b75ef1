import { expect, test } from 'vitest'
import { watchFailing } from './failing-calls.ts'

test('a vendor fails from the first of several failures on, until one call succeeds or none is made for long', () => {
  let now = new Date('2026-11-23T02:00:00Z')
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  const { note, since } = watchFailing(() => now)
  const began = now
  note('stripe', 'none')
  expect(since('stripe')).toBeNull()
  later(1)
  note('stripe', '5xx')
  expect(since('stripe')).toEqual(began)
  expect(since('sign-in')).toBeNull()
  later(9)
  expect(since('stripe')).toEqual(began)
  later(1)
  expect(since('stripe')).toBeNull()
  note('stripe', 'none')
  note('stripe', '4xx')
  expect(since('stripe')).toBeNull()
})
