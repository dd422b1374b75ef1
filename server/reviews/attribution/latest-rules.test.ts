import { expect, test } from 'vitest'
import type { AskedText, ShownReview } from './candidates-rules.ts'
import { REMINDER_ENDS_DAYS } from '../../review-requests/reminding/reminder-rules.ts'
import { latestOf, stretchesAt, widerStretchesAt } from './latest-rules.ts'

const NOW = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)
const reviews = (count: number, apart: number): ShownReview[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `review-${index}`,
    displayName: 'Moana',
    isAnonymous: false,
    createdAt: daysAgo(index * apart),
  }))
const texts = (count: number, apart: number): AskedText[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `text-${index}`,
    customer: `customer-${index}`,
    name: 'Moana Kahu',
    firstName: 'Moana',
    sentAt: daysAgo(index * apart),
    visitedAt: [],
  }))
const stretches = stretchesAt(NOW)

test('100 reviews of 60 days are looked at, and 1,000 texts of the 21 days before these as well', () => {
  expect(stretches).toEqual({
    reviews: { from: daysAgo(60), until: NOW, most: 100 },
    texts: { from: daysAgo(81), until: NOW, most: 1_000 },
  })
})

test('for a reminder more of both are looked at, over the days after which none goes', () => {
  expect(widerStretchesAt(NOW)).toEqual({
    reviews: { from: daysAgo(17), until: NOW, most: 400 },
    texts: { from: daysAgo(38), until: NOW, most: 4_000 },
  })
  expect(REMINDER_ENDS_DAYS).toBeLessThan(17)
})

test.each([
  ['all of them where there are fewer', reviews(50, 1), texts(50, 1), 60, 50],
  ['those since the oldest of 100 reviews', reviews(100, 0.5), texts(50, 1), 49.5, 100],
  ['those since the oldest of 1,000 texts', reviews(50, 1), texts(1_000, 0.01), 9.99, 10],
])('judged are %s', (_, found, sent, days, judged) => {
  const latest = latestOf(found, sent, stretches, true)
  expect(latest.known).toEqual({ since: daysAgo(days), until: NOW })
  expect(latest.reviews).toEqual(found.slice(0, judged))
  expect(latest.texts).toBe(sent)
})

test.each([
  ['first text', reviews(10, 1), texts(30, 1), 29],
  ['first review', reviews(40, 1), texts(30, 1), 39],
  ['first text, where there is no review', [], texts(30, 1), 29],
  ['60 days, where the first text is older', [], texts(71, 1), 60],
])('where no older review is known, what is known begins with the %s', (_, found, sent, days) =>
  expect(latestOf(found, sent, stretches, false).known).toEqual({ since: daysAgo(days), until: NOW }),
)

test('where nothing is known, nothing is known until now', () =>
  expect(latestOf([], [], stretches, false).known).toEqual({ since: NOW, until: NOW }))
