import { expect, test } from 'vitest'
import { phoneInWords, senderOnPhone } from './phone-in-words.ts'

test.each([
  ['+61412555018', '+61 412 555 018'],
  ['+64211234567', '+64 21 123 4567'],
  ['+447700900123', '+44 7700 900123'],
  ['+12025550123', '+1 202 555 0123'],
  ['+6591234567', '+6591234567'],
])('%s is written %s', (phone, words) => {
  expect(phoneInWords(phone)).toBe(words)
})

test('a text shows its own sender, and no business in the place of numbers that are shared', () => {
  expect(['+61412555018', 'Whitlock', null].map(senderOnPhone)).toEqual([
    '+61 412 555 018',
    'Whitlock',
    'A shared number',
  ])
})
