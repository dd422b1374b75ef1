import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mobileFrom, type TypedPhone } from './phone-rules.ts'

const phone = (type: string, number: string, areaCode = '', countryCode = ''): TypedPhone => ({
  type,
  countryCode,
  areaCode,
  number,
})
const empty = ['DEFAULT', 'DDI', 'FAX', 'MOBILE', 'OFFICE'].map((type) => phone(type, ''))
const jane = { kind: 'mobile', phone: '+61491570006', country: 'AU' }
const none = { kind: 'none' }

describe('a number as people type it', () => {
  test.each([
    ['0491570006'],
    ['0491 570 006'],
    ['0491-570-006'],
    ['0491.570.006'],
    ['(0491) 570 006'],
    ['+61 491 570 006'],
    ['+61491570006'],
    ['+61 (0) 491 570 006'],
    ['+610491570006'],
    ['61491570006'],
    ['0061 491 570 006'],
    ['0061491570006'],
    ['0011 61 491 570 006'],
    ['491 570 006'],
    ['0491 570 006 (Jane)'],
    ['0491 570 006 (after 5 pm)'],
    ['(Jane) 0491 570 006'],
    ['Jane 0491 570 006'],
    ['0491 570 006 Jane'],
    ['M: 0491 570 006'],
    ['mob. 0491570006'],
    ['tel:+61491570006'],
    ['０４９１ ５７０ ００６'],
    ['\u00a00491\u00a0570\u00a0006\u200b'],
    ['0491 570 006 / 0412 345 678'],
    ['0491570006/0412345678'],
    ['0491 570 006 or 0412 345 678'],
    ['0491 570 006, 0412 345 678'],
    ['0491 570 006 and 9876 5432'],
    ['02 9876 5432 / 0491 570 006'],
    ['0491 570 006 - wife 0412 345 678'],
    ['Bob 0491 570 006; Sue 0412 345 678'],
  ])('%j is a mobile', (number) => {
    expect(mobileFrom([phone('MOBILE', number)], 'AU')).toEqual(jane)
  })

  test.each([
    [''],
    ['-'],
    ['n/a'],
    ['see notes'],
    ['jane@example.com'],
    ['0491 570'],
    ['0491 570 0066'],
    ['1300 975 707'],
    ['1800 123 456'],
    ['13 11 14'],
    ['000'],
    ['0491 570 006 ext 2'],
    ['0491 570 006 x2'],
    ['000000000000000000'],
    ['INV-0042 2026-11-20'],
    ['51 824 753 556'],
  ])('%j is none', (number) => {
    expect(mobileFrom([phone('MOBILE', number)], 'AU')).toEqual(none)
  })
})

test.each([
  ['three slots', '61', '491', '570006', 'AU'],
  ['a plus in the country', '+61', '491', '570 006', 'AU'],
  ['0061 in the country', '0061', '0491', '570 006', 'AU'],
  ['a zero in the area code', '61', '0491', '570 006', 'AU'],
  ['brackets around the area code', '', '(0491)', '570-006', 'AU'],
  ['no country', '', '0491', '570 006', 'AU'],
  ['an area code that does not belong', '', '02', '0491 570 006', 'AU'],
  ['the whole number after its country', '61', '', '+61 491 570 006', 'AU'],
  ['the whole number after country and area', '61', '04', '0491 570 006', 'AU'],
  ['a country in words', 'Australia', '', '0491 570 006', 'AU'],
  ['an area code in the country’s slot', '04', '', '91 570 006', 'AU'],
  ['an Australian customer of a New Zealand business', '61', '491', '570006', 'NZ'],
  ['an Australian customer, country unknown', '61', '491', '570006', ''],
])('slots are put together: %s', (_, country, area, number, home) => {
  expect(mobileFrom([phone('MOBILE', number, area, country)], home)).toEqual(jane)
})

describe('each country has its own mobiles', () => {
  test.each([
    ['NZ', '021 123 4567', '+64211234567', 'NZ'],
    ['NZ', '027 412 3456', '+64274123456', 'NZ'],
    ['NZ', '0061 491 570 006', '+61491570006', 'AU'],
    ['GB', '07400 123456', '+447400123456', 'GB'],
    ['GB', '+44 (0)7400 123456', '+447400123456', 'GB'],
    ['GB', '0044 7400 123456', '+447400123456', 'GB'],
    ['GB', '07624 312345', '+447624312345', 'IM'],
    ['US', '(201) 555-0123', '+12015550123', 'US'],
    ['US', '011 61 491 570 006', '+61491570006', 'AU'],
    ['CA', '506-234-5678', '+15062345678', 'CA'],
    ['AU', '+33 6 12 34 56 78', '+33612345678', 'FR'],
  ])('in %s %j is %s', (home, number, expected, country) => {
    expect(mobileFrom([phone('MOBILE', number)], home)).toEqual({ kind: 'mobile', phone: expected, country })
  })

  test.each([
    ['a personal number', 'GB', '070 1234 5678'],
    ['a number from a film', 'GB', '07700 900123'],
    ['a free call', 'US', '800 234 5678'],
    ['nothing', 'US', '847-1294'],
    ['nothing where no country is known', '', '0491 570 006'],
    ['nothing where the country does not exist', 'XX', '0491 570 006'],
  ])('%s in %s: %j', (_, home, number) => {
    expect(mobileFrom([phone('MOBILE', number)], home)).toEqual(none)
  })
})

test.each([
  ['AU', '02 9876 5432'],
  ['AU', '+61 8 9335 0000'],
  ['AU', 'office 02 9876 5432 / 1300 975 707'],
  ['NZ', '09 303 0000'],
  ['GB', '020 7946 0018'],
])('a landline in %s is known as one: %j', (home, number) => {
  expect(mobileFrom([phone('DEFAULT', number)], home)).toEqual({ kind: 'landline' })
  expect(mobileFrom([phone('FAX', number)], home)).toEqual(none)
})

test.each([
  ['a Sydney landline in New Zealand', '61', '2', '9876 5432', 'NZ'],
  ['with 0061 in the country', '0061', '02', '9876 5432', 'NZ'],
  ['with the area in the number', '61', '', '2 9876 5432', 'NZ'],
  ['a Canberra landline in New Zealand', '61', '2', '6123 4567', 'NZ'],
  ['a French landline in Australia', '33', '4', '91 12 34 56', 'AU'],
  ['a London landline in the United States', '44', '20', '7946 0958', 'US'],
  ['two landlines', '61', '2', '9876 5432 / 9876 5433', 'NZ'],
])('a landline of another country is no mobile at home: %s', (_, country, area, number, home) => {
  expect(mobileFrom([phone('DEFAULT', number, area, country)], home)).toEqual({ kind: 'landline' })
  const own = phone('OFFICE', '+61 491 570 006')
  expect(mobileFrom([phone('DEFAULT', number, area, country), own], home)).toEqual(jane)
})

test('the second number of a slot with a country is one of that country', () => {
  expect(mobileFrom([phone('MOBILE', '9876 5432 or 0491 570 006', '2', '61')], 'NZ')).toEqual(jane)
  expect(mobileFrom([phone('MOBILE', '9876 5432, +61 491 570 006', '2', '61')], 'GB')).toEqual(jane)
})

describe('of several numbers', () => {
  const landline = phone('MOBILE', '02 9876 5432')

  test.each([
    ['the mobile slot goes first', [phone('DEFAULT', '0412 345 678'), phone('MOBILE', '0491 570 006')]],
    ['then the default', [phone('DDI', '0412 345 678'), phone('DEFAULT', '0491 570 006')]],
    ['then the direct line', [phone('OFFICE', '0412 345 678'), phone('DDI', '0491 570 006')]],
    ['then the office', [phone('OFFICE', '0491 570 006')]],
    ['a landline in the mobile slot gives way', [landline, phone('DEFAULT', '0491 570 006')]],
  ])('%s', (_, phones) => {
    expect(mobileFrom([...empty, ...phones], 'AU')).toEqual(jane)
  })

  test('a fax is never texted, and empty slots have no phone', () => {
    expect(mobileFrom([...empty, phone('FAX', '0491 570 006')], 'AU')).toEqual(none)
    expect(mobileFrom(empty, 'AU')).toEqual(none)
    expect(mobileFrom([], 'AU')).toEqual(none)
  })
})

const mobiles = fc.integer({ min: 0, max: 99_999_999 }).map((digits) => `4${String(digits).padStart(8, '0')}`)
const spaces = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0'), { minLength: 9, maxLength: 9 })
const prefix = fc.constantFrom('0', '+61 ', '+61', '61', '0061', '0011 61 ', '+61 (0)', '+61 0')
const note = fc.constantFrom('', ' (Jane)', ' (after 5pm)', ' / 02 9876 5432', ' Jane', ' ')

test('an Australian mobile gives the same number however it is written', () => {
  fc.assert(
    fc.property(mobiles, spaces, prefix, note, (digits, gaps, start, end) => {
      const plain = mobileFrom([phone('MOBILE', `0${digits}`)], 'AU')
      const written =
        start + [...digits].map((digit, at) => (at === 0 ? '' : gaps[at]) + digit).join('') + end
      // Digits that are no mobile leave the landline of the note.
      const found = mobileFrom([phone('MOBILE', written)], 'AU')
      expect(found.kind === 'landline' ? none : found).toEqual(plain)
    }),
    { numRuns: 1000 },
  )
})

test('an Australian mobile is the same wherever it is cut into slots', () => {
  const cut = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(mobiles, cut, fc.constantFrom('', '61', '+61', '0061'), (digits, at, country) => {
      const typed = phone('MOBILE', `0${digits}`.slice(at), `0${digits}`.slice(0, at), country)
      expect(mobileFrom([typed], 'AU')).toEqual(mobileFrom([phone('MOBILE', `0${digits}`)], 'AU'))
    }),
  )
})

test('no junk makes it fail, and what comes out is a number one can dial', () => {
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[0-9+()\-/ ]{0,30}$/),
    fc.string({ maxLength: 400 }),
  )
  const typed = fc.record({
    type: fc.constantFrom('MOBILE', 'DEFAULT', 'DDI', 'FAX', 'OFFICE', 'SKYPE'),
    countryCode: junk,
    areaCode: junk,
    number: junk,
  })
  fc.assert(
    fc.property(
      fc.array(typed, { maxLength: 5 }),
      fc.oneof(fc.constantFrom('AU', 'NZ', 'GB', 'US'), junk),
      (phones, home) => {
        const found = mobileFrom(phones, home)
        expect(found.kind !== 'mobile' || /^\+[1-9]\d{6,14}$/.test(found.phone)).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})
