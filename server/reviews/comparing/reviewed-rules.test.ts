import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/dates.ts'
import { countReviewed, type Compared } from './reviewed-rules.ts'

const meantAt = new Date('2026-11-02T09:00:00Z')
const after = (days: number) => new Date(meantAt.getTime() + days * DAY_MS)
const customer = (side: 'a' | 'b', name: string | null): Compared => ({ side, name, meantAt })
const count = (customers: Compared[], reviews: { name: string | null; writtenAt: Date }[]) =>
  countReviewed(customers, reviews, 21 * DAY_MS)

test('a review under the name counts, with a text or without one, by the same rule', () => {
  const customers = [customer('a', 'Moana Kerr'), customer('a', 'Sam Green'), customer('b', 'Zoë Lind')]
  const reviews = [
    { name: 'Moana K', writtenAt: after(1) },
    { name: 'Zoe Lind', writtenAt: after(20) },
  ]
  expect(count(customers, reviews)).toEqual({
    a: { customers: 2, came: 1 },
    b: { customers: 1, came: 1 },
  })
})

test.each([
  ['before the text', 'Sam Green', -1],
  ['after three weeks', 'Sam Green', 21.1],
  ['under another name', 'Ann Other', 1],
  ['by somebody who shows no name', null, 1],
])('one that came %s does not count', (_when, name, days) => {
  expect(count([customer('b', 'Sam Green')], [{ name, writtenAt: after(days) }]).b).toEqual({
    customers: 1,
    came: 0,
  })
})

test('a company, and a customer whose name was removed, agree with nobody', () => {
  const reviews = [{ name: 'Sam Green', writtenAt: after(1) }]
  expect(count([customer('a', 'Green Plumbing Ltd'), customer('b', null)], reviews)).toEqual({
    a: { customers: 1, came: 0 },
    b: { customers: 1, came: 0 },
  })
})

test('two reviews by one name are one customer who reviewed', () => {
  const reviews = [1, 2].map((days) => ({ name: 'Sam Green', writtenAt: after(days) }))
  expect(count([customer('a', 'Sam Green')], reviews).a).toEqual({ customers: 1, came: 1 })
})
