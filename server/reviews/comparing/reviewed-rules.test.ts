import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/dates.ts'
import { compareWith } from '../attribution/name-agreement-rules.ts'
import { contactName, shownName } from '../attribution/name-rules.ts'
import { nameShares } from '../attribution/name-shares-rules.ts'
import {
  addReview,
  countReviewed,
  createReviewsByName,
  type Compared,
  type Written,
} from './reviewed-rules.ts'

const meantAt = new Date('2026-11-02T09:00:00Z')
const after = (days: number) => new Date(meantAt.getTime() + days * DAY_MS)
const customer = (side: 'a' | 'b', name: string | null): Compared => ({ side, name, meantAt })
const count = (customers: Compared[], reviews: Written[], since = after(-30)) => {
  const byName = createReviewsByName()
  for (const review of reviews) addReview(byName, review)
  return countReviewed(customers, byName, { since, windowMs: 21 * DAY_MS })
}

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

test('one from before the comparison was registered does not count', () => {
  const reviews = [{ name: 'Sam Green', writtenAt: after(1) }]
  expect(count([customer('a', 'Sam Green')], reviews, after(1)).a).toEqual({ customers: 1, came: 0 })
  expect(count([customer('a', 'Sam Green')], reviews, after(0)).a).toEqual({ customers: 1, came: 1 })
})

test('two reviews by one name are one customer who reviewed', () => {
  const reviews = [1, 2].map((days) => ({ name: 'Sam Green', writtenAt: after(days) }))
  expect(count([customer('a', 'Sam Green')], reviews).a).toEqual({ customers: 1, came: 1 })
})

const firsts =
  `Robert Bob Bobby Bert Elizabeth Liz Libby Sandy Alex Mike Mikaere Hemi James Jimmy Māia Maia ZOË Zoe José Øystein
  R R. B E S A M z 李 𐐷 𐐷𐐲 Te-Aroha O’Brien`.split(/\s+/)
const lasts = 'Smith SMITH Smyth Robert James Liz Núñez Nunez Ngata S s. N R L J 李 𐐷𐐲 Ltd Jones-Smith'.split(
  ' ',
)
const first = fc.constantFrom(...firsts)
const last = fc.constantFrom(...lasts)
const written = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(first, last).map((parts) => parts.join(' ')) },
  fc.tuple(last, first).map((parts) => parts.join(' ')),
  fc.tuple(last, first).map((parts) => parts.join(', ')),
  fc.tuple(first, first, last).map(([one, other, name]) => `${one} & ${other} ${name}`),
  fc.tuple(first, first, last).map((parts) => parts.join(' ')),
  last.map((name) => `Mrs ${name} 🌸`),
  first,
  fc.constantFrom(null, '', '🌸', '&', ','),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const day = fc.integer({ min: -3, max: 24 })
const customers = fc.array(
  fc.record({ side: fc.constantFrom('a' as const, 'b' as const), name: written, day }),
)
const reviews = fc.array(fc.record({ name: written, day }))

/** Each customer with each review: slow, and what the count has to come to. */
const countPairs = (compared: Compared[], written: Written[], since: Date) => {
  const counted = { a: { customers: 0, came: 0 }, b: { customers: 0, came: 0 } }
  const shares = nameShares([])
  for (const { side, name, meantAt } of compared) {
    counted[side].customers += 1
    const contact = contactName(name, null)
    const came = written.some(
      (review) =>
        review.writtenAt > since &&
        review.writtenAt > meantAt &&
        review.writtenAt.getTime() <= meantAt.getTime() + 21 * DAY_MS &&
        compareWith(review.name === null ? undefined : shownName(review.name), shares)(contact).agrees ===
          'name',
    )
    if (came) counted[side].came += 1
  }
  return counted
}

test('it comes to what comparing each customer with each review comes to', () => {
  const property = fc.property(customers, reviews, day, (compared, written, since) => {
    const asked = compared.map(({ day, ...one }) => ({ ...one, meantAt: after(day) }))
    const came = written.map(({ name, day }) => ({ name, writtenAt: after(day) }))
    expect(count(asked, came, after(since))).toEqual(countPairs(asked, came, after(since)))
  })
  fc.assert(property, { numRuns: 1000 })
})

test('any two names agree by the index where they agree by the rule', () => {
  const names = [...firsts, ...lasts].flatMap((one) => lasts.map((other) => `${one} ${other}`))
  const property = fc.property(fc.constantFrom(...names), written, (name, shown) => {
    const asked = [customer('a', name)]
    const came = [{ name: shown, writtenAt: after(1) }]
    expect(count(asked, came)).toEqual(countPairs(asked, came, after(0)))
  })
  fc.assert(property, { numRuns: 5000 })
})
