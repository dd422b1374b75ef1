import { describe, expect, test } from 'vitest'
import { attribute } from './attribution-rules.ts'
import { reasonOf } from './attribution-words-rules.ts'
import type { AskedText, ShownReview } from './candidates-rules.ts'

const NOON = Date.UTC(2026, 4, 4, 12)
const at = (hours: number): Date => new Date(NOON + hours * 3_600_000)
const known = { since: at(-2000), until: at(1000) }
const OTHERS = [
  'Tom Young',
  'Priya Shah',
  'Kim Lee',
  'Aroha Ngata',
  'Sam Green',
  'Jane Brook',
  'Omar Aziz',
  'Lucy Hall',
]

const text = (name: string, hours: number, visits: number[] = [], id = name): AskedText => ({
  id,
  customer: id,
  name,
  firstName: null,
  sentAt: at(hours),
  visitedAt: visits.map(at),
})
const review = (displayName: string | null, hours: number): ShownReview => ({
  id: displayName ?? 'anonymous',
  displayName,
  isAnonymous: displayName === null,
  createdAt: at(hours),
})
const others = OTHERS.map((name, index) => text(name, -40 - index))
const one = (shown: string | null, texts: AskedText[], hours = 0) =>
  attribute([review(shown, hours)], [...others, ...texts], known)[0]!

test('who opened the link two hours before and is called alike is named, with the reason', () => {
  const { best, fromAnyText } = one('Moana K', [text('Moana Kereama', -5, [-2])])
  expect(best).toMatchObject({ textId: 'Moana Kereama', certainty: 'likely', agrees: 'name', isOpened: true })
  expect(reasonOf(best!, 'Moana')).toBe(
    'Moana opened the link 2 hours before this review, and the name agrees.',
  )
  expect(fromAnyText).toBeGreaterThanOrEqual(best!.probability)
})

test.each([
  ['an anonymous review', null],
  ['a nickname', 'Gold Coast Gal'],
  ['an emoji', '🌸'],
  ['a name of nobody who was texted', 'Henk Visser'],
  ['no name', ''],
])('%s names nobody, and may still come from a text', (_, shown) => {
  const { best, fromAnyText } = one(shown, [text('Moana Kereama', -5, [-2])])
  expect(best).toBeUndefined()
  expect(fromAnyText).toBeGreaterThan(0)
})

test('a text that was sent after the review, or more than 21 days before it, is no candidate', () => {
  expect(one('Moana Kereama', [text('Moana Kereama', 1, [2])]).best).toBeUndefined()
  expect(one('Moana Kereama', [text('Moana Kereama', -21 * 24 - 1)]).best).toBeUndefined()
  expect(one('Moana Kereama', [text('Moana Kereama', -21 * 24 + 1)]).best).toBeDefined()
})

test('a visit after the review counts for nothing', () => {
  const { best } = one('Moana Kereama', [text('Moana Kereama', -5, [3])])
  expect(best).toMatchObject({ isOpened: false, hours: 5 })
  expect(reasonOf(best!, 'Moana')).toBe(
    'Moana was texted 5 hours before this review and did not open the link, and the name agrees.',
  )
})

test('two of the same name share the chance, and the one who opened the link has more of it', () => {
  const first = text('Sarah Brown', -30, [], 'a')
  const shared = one('Sarah', [first, text('Sarah Jones', -30, [], 'b')])
  expect(shared.best!.probability).toBeLessThan(0.5)
  const opened = one('Sarah', [first, text('Sarah Jones', -30, [-1], 'b')])
  expect(opened.best).toMatchObject({ textId: 'b' })
  expect(opened.best!.probability).toBeGreaterThan(0.6)
})

test('the longer ago, and the less known the name, the less is said', () => {
  const chance = (shown: string, ...when: [number, number[]?]) =>
    one(shown, [text('Moana Kereama', ...when)]).best!.probability
  expect(chance('Moana Kereama', -3, [-1])).toBeGreaterThan(chance('Moana Kereama', -300))
  expect(chance('Moana Kereama', -100)).toBeGreaterThan(chance('Moana', -100))
  expect(chance('Moana', -100)).toBeGreaterThan(chance('M', -100))
})

test('a whole name is no coincidence where few customers are known', () => {
  const of = (texts: AskedText[]) => attribute([review('Moana Kereama', 0)], texts, known)[0]!.best!
  expect(of([text('Moana Kereama', -100)]).certainty).toBe('likely')
  expect(of([text('Moana Kereama', -100), text('Tom Young', -40)]).certainty).toBe('likely')
})

describe('what a business’ own reviews teach', () => {
  const weeks = (count: number, each: (week: number) => number) =>
    Array.from({ length: count }, (_, week) => each(week))

  test('where many reviews come by themselves, a name alone says less', () => {
    const asked = [text('Moana Kereama', -200)]
    const busy = weeks(150, (index) => -1990 + 13 * index).map((hours, index) => ({
      ...review(`Stranger ${String.fromCharCode(97 + (index % 26))}`, hours),
      id: `organic-${index}`,
    }))
    const chance = (reviews: ShownReview[]) =>
      attribute([review('Moana', 0), ...reviews], [...others, ...asked], known)[0]!.best!.probability
    expect(chance(busy)).toBeLessThan(chance([]) - 0.1)
  })

  test('the same reviews and texts give the same answer, in whatever order', () => {
    const texts = [...others, text('Moana Kereama', -5, [-2])]
    const reviews = [review('Moana', 0), review('Kim Lee', 3)]
    const straight = attribute(reviews, texts, known)
    expect(attribute(reviews, texts, known)).toEqual(straight)
    const turned = attribute(reviews, texts.toReversed(), known)
    turned.forEach(({ best }, index) =>
      expect(best!.probability).toBeCloseTo(straight[index]!.best!.probability, 10),
    )
  })
})

test('nothing at all is no trouble', () => {
  expect(attribute([], [], known)).toEqual([])
  expect(attribute([review('Moana', 0)], [], known)).toEqual([
    { reviewId: 'Moana', fromAnyText: 0, best: undefined },
  ])
})
