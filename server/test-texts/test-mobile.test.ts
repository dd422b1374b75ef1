import { expect, test } from 'vitest'
import { Refusal } from '../platform/errors.ts'
import { testMobile } from './test-mobile.ts'

const prices = { AU: 9, NZ: 14, GB: 8 }

/** Why a number gets no test, where somebody in `home` typed it; null where it gets one. */
const refusedIn = (home: string, typed: string): unknown => {
  try {
    testMobile({ prices }, typed, home)
    return null
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return (cause.details['fields'] as { message: string }[])[0]!.message
  }
}
const noMobile = 'Please enter a mobile number that can get texts.'
const anyRemedy = `${noMobile} Write one of another country with its country code`
const remedy = (code: string) => `${anyRemedy}, such as ${code}.`

test.each([
  ['NZ', '0412345678', remedy('+61')],
  ['NZ', '61 412 345 678', remedy('+61')],
  ['GB', '0412 345 678', remedy('+61')],
  ['AU', '07400 123456', remedy('+44')],
  ['AU', '021 123 456', remedy('+64')],
  ['NZ', '+61 412 345 678', null],
  ['AU', '0412345678', null],
  ['AU', '+61 2 9999 0000', noMobile],
  // A landline at home, and in New Zealand a mobile: a stranger's, or her own.
  ['AU', '02 9999 0000', `${anyRemedy}.`],
  ['AU', '(02) 6280 1234', `${anyRemedy}.`],
  ['AU', '021 123 4567', `${anyRemedy}.`],
  ['GB', '020 7946 0000', `${anyRemedy}.`],
  ['AU', '12', noMobile],
  ['AU', 'my phone', noMobile],
])('in %s, %s: %s', (home, typed, words) => {
  expect(refusedIn(home, typed)).toBe(words)
})

test('a country that we cannot text is no remedy', () => {
  expect(refusedIn('NZ', '06 12 34 56 78')).toBe(noMobile)
})
