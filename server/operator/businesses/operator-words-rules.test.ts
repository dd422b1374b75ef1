import { expect, test } from 'vitest'
import { skipReasonWords } from '../../review-requests/deciding/review-request-rules.ts'
import { ofTheOwner } from './operator-words-rules.ts'

test.each([
  ['This is a bill you paid, not a sale.', 'This is a bill the owner paid, not a sale.'],
  ['Your account was deactivated.', 'The owner’s account was deactivated.'],
  ['You asked us never to text this customer.', 'The owner asked us never to text this customer.'],
  ['A word that you leave out.', 'A word that the owner leaves out.'],
  ['The smallest amount that you ask for.', 'The smallest amount that the owner asks for.'],
  ['Before you began, or while your account', 'Before the owner began, or while the owner’s account'],
])('“%s” is read by an operator as “%s”', (words, read) => {
  expect(ofTheOwner(words)).toBe(read)
})

test('no reason for not texting speaks to an operator as if to the owner', () => {
  const read = Object.values(skipReasonWords).map(({ what }) => ofTheOwner(what))
  expect(read.filter((words) => /\byou/i.test(words))).toEqual([])
  // What the owner does now has its ending; what she did has one already.
  const verbs = read.flatMap((words) => words.match(/(?<=the owner )\w+/gi) ?? [])
  expect(verbs.length).toBeGreaterThan(5)
  expect(verbs.filter((verb) => !/s$|ed$|^(began|paid)$/.test(verb))).toEqual([])
})
