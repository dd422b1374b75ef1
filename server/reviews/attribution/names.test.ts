import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareWith } from './name-agreement-rules.ts'
import { contactName, foldName, shownName } from './name-rules.ts'
import { nameShares } from './name-shares-rules.ts'

const CUSTOMERS = [
  'Moana Kereama',
  'Robert Smith',
  'Aroha Smith',
  'Sam Green',
  'Sarah Brown',
  'Sarah Jones',
  'Kim Lee',
]
const shares = nameShares(CUSTOMERS.map((name) => contactName(name, null)))
const compare = (shown: string, name: string | null, first: string | null = null) =>
  compareWith(shownName(shown), shares)(contactName(name, first))

test.each([
  ['Māia Ngata', 'maia ngata'],
  ['  JOSÉ   Núñez 🌸 ', 'jose nunez'],
  ['O’Brien', 'obrien'],
  ['Søren', 'soren'],
  ['sarah87', 'sarah'],
  ['', ''],
  ['🌸🌸', ''],
])('%s is compared as %s', (name, folded) => expect(foldName(name)).toBe(folded))

test.each<[string | null, string | null, string[], string]>([
  ['Moana Kereama', 'Moana', ['moana'], 'kereama'],
  ['Kereama, Moana', null, ['moana'], 'kereama'],
  ['Kereama, Moana', 'Moana', ['moana'], 'kereama'],
  ['Mrs Moana J Kereama', null, ['moana'], 'kereama'],
  ['John & Mary Smith', null, ['john', 'mary'], 'smith'],
  ['John and Mary Smith', 'John and Mary', ['john', 'mary'], 'smith'],
  ['Moana', 'Moana', ['moana'], ''],
  ['Harbour Plumbing Ltd', null, [], ''],
  ['Harbour Plumbing Ltd', 'Moana', ['moana'], ''],
  ['M Kereama', null, ['m'], 'kereama'],
  [null, null, [], ''],
  ['🌸', '', [], ''],
])('the contact %s with the first name %s', (name, first, firsts, last) =>
  expect(contactName(name, first)).toEqual({ firsts, last }),
)

test.each([
  ['Moana Kereama', 'Moana Kereama', 'name'],
  ['MOANA KEREAMA 🌸', 'Kereama, Moana', 'name'],
  ['Moana K', 'Moana Kereama', 'name'],
  ['M. Kereama', 'Moana Kereama', 'name'],
  ['Kereama Moana', 'Moana Kereama', 'name'],
  ['Bob Smith', 'Robert Smith', 'name'],
  ['Robert', 'Bob Smith', 'first-name'],
  ['Moana Jones', 'Moana Kereama', 'first-name'],
  ['Mary Smith', 'John & Mary Smith', 'name'],
  ['Tom Kereama', 'Moana Kereama', 'surname'],
  ['M K', 'Moana Kereama', 'initials'],
  ['Gold Coast Gal', 'Moana Kereama', 'nothing'],
  ['Alan Kereama', 'Harbour Plumbing Ltd', 'nothing'],
  ['🌸🌸', 'Moana Kereama', 'nothing'],
  ['', 'Moana Kereama', 'nothing'],
])('“%s” and %s agree by %s', (shown, name, agrees) => expect(compare(shown, name).agrees).toBe(agrees))

describe('a name weighs', () => {
  test('more the rarer it is among the customers', () => {
    expect(compare('Moana', 'Moana Kereama').own).toBeGreaterThan(compare('Sarah', 'Sarah Brown').own)
    expect(compare('Moana Kereama', 'Moana Kereama').own).toBeGreaterThan(
      compare('Moana', 'Moana Kereama').own,
    )
  })

  test('nothing where a company has no first name, or the reviewer is anonymous', () => {
    expect(compare('Moana Kereama', 'Harbour Plumbing Ltd')).toMatchObject({ own: 1, partner: 1, renamed: 1 })
    const anonymous = compareWith(undefined, shares)(contactName('Moana Kereama', null))
    expect(anonymous).toEqual({ own: 1, partner: 1, renamed: 1, agrees: 'nothing' })
  })

  test('against who is called otherwise', () => {
    expect(compare('Kim Lee', 'Moana Kereama').own).toBeLessThan(0.01)
    expect(compare('Tom Kereama', 'Moana Kereama').partner).toBeGreaterThan(5)
    expect(compare('Moana Jones', 'Moana Kereama').renamed).toBeGreaterThan(5)
  })
})

test('any two names can be compared', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.option(fc.string()),
      (shown, name, first) => {
        const { own, partner, renamed } = compare(shown, name, first)
        for (const ratio of [own, partner, renamed]) expect(ratio).toBeGreaterThan(0)
      },
    ),
  )
})
