import { expect, test } from 'vitest'
import { isMissed } from '../figures.ts'
import { spreadOf } from '../rig/percentiles.ts'
import { historyPart, type Measured } from './history-part.ts'
import { overPairs, type Speeds } from './side-by-side.ts'

const NO_PAGES = { logKiB: 0, logged: 0, read: 0 }

/** A side whose bursts went at these speeds, at so much processor for a text. */
const side = (speeds: number[], postgres: number): Speeds => ({
  all: speeds,
  compared: speeds,
  processor: speeds.map(() => 2 + postgres),
  cpu: { api: 1, worker: 1, postgres, upstream: 0, harness: 0, others: 0 },
  pages: NO_PAGES,
})

const FEW = [100, 100, 100, 100, 100, 100, 100]
const part = (...measured: Pick<Measured, 'rows' | 'few' | 'many'>[]) =>
  historyPart(
    measured.map((one) => ({ ...one, reads: new Map([['first page', spreadOf([1])]]) })),
    { many: { before: 40, after: 2_000 }, few: { before: 0, after: 400 } },
  ).figures

const EQUAL = { rows: 100, few: side(FEW, 2), many: side(FEW, 2) }

test('a text that takes a quarter more of the processor is told, also where as many came', () => {
  const figures = part(EQUAL, { rows: 1_000, few: side(FEW, 2), many: side(FEW, 3) })
  expect(figures.filter(isMissed).map(({ what, value }) => [what, value])).toEqual([
    ['processor over the one beside it, 1,000 stored', 1.25],
  ])
})

test('the control, as much on both sides, is printed like the other sizes and has no bar', () => {
  const figures = part(EQUAL, { rows: 1_000, few: side(FEW, 2), many: side(FEW, 2) })
  const over = figures.filter(({ what }) => what.includes('the one beside it'))
  expect(over.map(({ what, value, bar }) => [what, value, bar])).toEqual([
    ['the one beside it over 100 stored, median', 1, undefined],
    ['the one beside it over 1,000 stored, median', 1, { atMost: 1.15 }],
    ['processor over the one beside it, 100 stored', 1, undefined],
    ['processor over the one beside it, 1,000 stored', 1, { atMost: 1.15 }],
  ])
})

test('beside a median stand its pairs, the range that holds it, and how surely', () => {
  const many = side([130, 60, 100, 110, 90, 125, 80], 2)
  const [, median] = part({ rows: 100, few: side(FEW, 2), many })
  expect(median).toMatchObject({
    value: 1,
    note: '0.77 to 1.67 holds the median with 98 %: 0.77, 1.67, 1.00, 0.91, 1.11, 0.80, 1.25',
  })
})

test('both sides say how many texts they have at the end, and how many of them they came with', () => {
  const ends = part(EQUAL).filter(({ note }) => note?.includes('from before'))
  expect(ends.map(({ what, value, note }) => [what, value, note])).toEqual([
    ['texts at the end', 2_000, '40 of them from before'],
    ['texts at the end, beside it', 400, '0 of them from before'],
  ])
})

test.each([
  [7, 0.984375],
  [5, 0.9375],
  [1, 0],
])('of %d pairs the lowest and the highest have the median between them with %d', (pairs, certainty) => {
  const each = Array.from({ length: pairs }, (_, at) => at + 1)
  const all = { lowest: 1, highest: pairs, median: (pairs + 1) / 2, certainty }
  expect(
    overPairs(
      each,
      each.map(() => 1),
    ),
  ).toMatchObject(all)
})
