import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { presentBusinessName, presentCustomerName, presentFirstName } from './customer-name-rules.ts'
import { isGsm } from './gsm-rules.ts'

test.each([
  ['Sam', 'Sam'],
  [' Sam ', 'Sam'],
  ['JANE', 'Jane'],
  ['jane', 'Jane'],
  ['mary-anne', 'Mary-Anne'],
  ['MARY JANE', 'Mary Jane'],
  ["D'ARCY", "D'Arcy"],
  ["sean o'brien", "Sean O'Brien"],
  ['DJ', 'DJ'],
  ['LeBron', 'LeBron'],
  ['Bob & Sue', 'Bob & Sue'],
  ['BOB AND SUE', 'Bob and Sue'],
  ['Jo/Bob', 'Jo/Bob'],
  ['Mr Singh', 'Mr Singh'],
  ['Dr. Anne', 'Dr. Anne'],
  ['Smith, Jane', 'Jane'],
  ['Hōne', 'Hone'],
  ['Łukasz', 'Lukasz'],
  ['Zoë', 'Zoe'],
  ['André', 'André'],
  ['Sean O’Brien', "Sean O'Brien"],
  ['😀 Tom', 'Tom'],
  ['Wei 王伟', 'Wei'],
])('%j is greeted as %s', (typed, name) => {
  expect(presentFirstName(typed)).toBe(name)
})

test.each([
  ['Jane - slow payer', 'Jane'],
  ['Jane (Bob’s wife)', 'Jane'],
  ['Jane (do not call', 'Jane'],
  ['Jane [VIP]', 'Jane'],
  ['**VIP** Jane', 'Jane'],
  ['Jane *bad debt*', 'Jane'],
  ['Jane <jane@example.com>', 'Jane'],
  ['0042 - Jane', 'Jane'],
  ['Jane |', 'Jane'],
  ['Jane,', 'Jane'],
  ['Jane\nSmith', 'Jane Smith'],
  ['{reviewLink} Jane', 'reviewLink Jane'],
])('a note that the business made for itself is left out: %j → %s', (typed, name) => {
  expect(presentFirstName(typed)).toBe(name)
})

test.each([
  undefined,
  '',
  ' ',
  '-',
  '.',
  'J',
  'J.',
  'Mr',
  'Mrs.',
  'Mr & Mrs',
  'Accounts',
  'ACCOUNTS PAYABLE',
  'The Manager',
  'Reception',
  'Tenant',
  'Owner',
  'Cash Sale',
  'Unknown',
  'N/A',
  'Test',
  'Harbour Cafe Pty Ltd',
  'Smith Holdings',
  'Unit 4',
  '12 High St',
  'jane@example.com',
  'www.example.com',
  '0491 570 006',
  '王伟',
  'Δημήτρης',
  '😀',
  'Wolfeschlegelsteinhausenbergerdorff',
])('%j is no first name', (typed) => {
  expect(presentFirstName(typed)).toBeUndefined()
})

test.each([
  ['Sam Wilson', 'Sam', 'Sam Wilson'],
  ['SAM WILSON', 'SAM', 'Sam Wilson'],
  ['Wilson, Sam', 'Sam', 'Sam Wilson'],
  ['Harbour Café Pty Ltd', undefined, 'Harbour Café Pty Ltd'],
  ['BHP', undefined, 'BHP'],
  ['Smith, Jones & Co', undefined, 'Smith, Jones & Co'],
  ['Acme Pty Ltd - DO NOT SERVE', undefined, 'Acme Pty Ltd'],
  ['Acme Pty Ltd', 'Jane', 'Acme Pty Ltd'],
  ['3 Amigos', undefined, '3 Amigos'],
  ['Cash Sale', 'Jane', 'Jane'],
  ['jane@example.com', 'JANE', 'Jane'],
  ['', 'Jane', 'Jane'],
  [undefined, undefined, undefined],
  ['Unknown', undefined, undefined],
  [
    'The Very Long Owners Corporation of the Plan 12345 Somewhere',
    undefined,
    'The Very Long Owners Corporation',
  ],
])('the customer %j (%j) is called %j', (typed, first, name) => {
  expect(presentCustomerName(typed, first)).toBe(name)
})

test.each([
  ['Coastal Plumbing', 'Coastal Plumbing'],
  ['Coastal Plumbing | 24/7 Emergency Plumber Sydney', 'Coastal Plumbing'],
  ['Coastal Plumbing - Plumbers in Mosman, Manly and the Northern Beaches', 'Coastal Plumbing'],
  ['Kōwhai Gardens – Wellington', 'Kowhai Gardens - Wellington'],
  ['SPARKY’S ELECTRICAL', "SPARKY'S ELECTRICAL"],
  ['Zoë’s Cleaning™', "Zoe's Cleaning"],
  ['Yes! Electrical 💡', 'Yes! Electrical'],
  ['老王电工 Wang Electric', 'Wang Electric'],
  ['老王电工', undefined],
  ['', undefined],
  ['Brown and Daughters Electrical Contractors of Wagga Wagga', 'Brown and Daughters Electrical'],
])('the business %j signs as %j', (typed, name) => {
  expect(presentBusinessName(typed)).toBe(name)
})

test.each([
  ['FRANÇOIS', 'Francois'],
  ['ÀLEX', 'Alex'],
  ['éloise', 'Éloise'],
  ['㏁À', 'Ma'],
])('a change of case never leaves the 7-bit alphabet: %j is called %j', (typed, name) => {
  expect(presentFirstName(typed)).toBe(name)
})

test('whatever is typed, a name is one short line of 7-bit text with letters and no field in it', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'{}[]|()*<>-& \n\t,.aB’ā王'), maxLength: 80 }),
  )
  fc.assert(
    fc.property(typed, typed, (one, other) => {
      const names = [presentFirstName(one), presentCustomerName(one, other), presentBusinessName(one)]
      for (const name of names.filter((name) => name !== undefined)) {
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(40)
        expect(isGsm(name)).toBe(true)
        expect(name).not.toMatch(/[{}\n\r\t]|^\s|\s$|\s\s/)
      }
    }),
    { numRuns: 2000 },
  )
})
