import { expect, test } from 'vitest'
import type { Experiment, ExperimentPlan } from '../../contracts/experiments.ts'
import {
  delayInWords,
  planInWords,
  resultInWords,
  reviewsInWords,
  shareInWords,
  sideNames,
} from './comparison-words.ts'

const inNumber = String
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const words = { inNumber, counted }
const judgedOn = '3 May 2027'

const side = { delayMinutes: null, message: null, customers: 40, came: 12, reviewed: null as number | null }
const one: Pick<Experiment, 'state' | 'judgement' | 'kind' | 'a' | 'b' | 'counted'> = {
  state: 'judged',
  kind: 'delays',
  counted: 'opened',
  a: { ...side, delayMinutes: 0 },
  b: { ...side, delayMinutes: 4320 },
  judgement: { low: -0.02, high: 0.18, better: null },
}

test.each([
  [0, 'at once'],
  [30, '30 minutes after the payment'],
  [60, '1 hour after the payment'],
  [4320, '3 days after the payment'],
])('%i minutes are %s', (minutes, expected) => {
  expect(delayInWords(minutes, words)).toBe(expected)
})

test('each side has a name that says what its customers get', () => {
  expect(sideNames(one, words)).toEqual({ a: 'Asked at once', b: 'Asked 3 days after the payment' })
  expect(sideNames({ ...one, kind: 'hold-out' }, words)).toEqual({ a: 'With a text', b: 'Without a text' })
})

test('a share of nobody is none', () => {
  expect(shareInWords(side, words)).toBe('12 of 40 (30%)')
  expect(shareInWords({ customers: 0, came: 0 }, words)).toBe('nobody yet')
  expect(shareInWords({ customers: 3, came: null }, words)).toBe('3 customers')
})

test('nothing is said before its day, nor of one that was stopped', () => {
  const early = { ...one, judgement: null }
  expect(resultInWords({ ...early, state: 'running' }, { ...words, judgedOn })).toMatch(
    /^Too early to tell the two apart: it is judged once, on 3 May 2027\./,
  )
  expect(resultInWords({ ...early, state: 'waiting' }, { ...words, judgedOn })).toMatch(/^Too early/)
  expect(resultInWords({ ...early, state: 'stopped' }, { ...words, judgedOn })).toMatch(/not judged/)
  expect(resultInWords(early, { ...words, judgedOn })).toMatch(/^It cannot be judged/)
})

test('on its day it says which was better and by how much, or that neither was', () => {
  expect(resultInWords(one, { ...words, judgedOn })).toBe(
    'The two could not be told apart. The truth lies between 2 points less and 18 points more of a hundred for the second.',
  )
  const better = (judgement: NonNullable<Experiment['judgement']>) =>
    resultInWords({ ...one, judgement }, { ...words, judgedOn })
  expect(better({ low: 0.03, high: 0.22, better: 'b' })).toBe(
    '“Asked 3 days after the payment” was better, probably by 3 to 22 points of a hundred.',
  )
  expect(better({ low: -0.22, high: -0.03, better: 'a' })).toBe(
    '“Asked at once” was better, probably by 3 to 22 points of a hundred.',
  )
})

test('before it starts it says how long ten points take, and what the chosen weeks would show', () => {
  const plan: ExperimentPlan = {
    kind: 'delays',
    whyNot: null,
    assumedPercent: 30,
    isAssumed: true,
    lengths: [
      { weeks: 4, customers: 37, points: null },
      { weeks: 13, customers: 120, points: 26 },
    ],
    monthsForTenPoints: 19,
  }
  expect(planInWords(plan, 13, words)).toBe(
    'In 13 weeks about 120 customers come. So many show a difference of 26 points of a hundred or more. To see one of 10 points takes about 19 months at your 40 customers a month. This assumes that 30 of a hundred open the link.',
  )
  expect(planInWords(plan, 4, words)).toContain('So many show no difference, however large.')
  expect(planInWords({ ...plan, monthsForTenPoints: null }, 4, words)).toMatch(/^Nobody was asked/)
})

test('reviews stand beside the links that are counted, and not where they are what is counted', () => {
  const sides = { a: { ...side, reviewed: 3 }, b: side }
  expect(reviewsInWords({ counted: 'opened', ...sides }, 'a', words)).toBe('3 wrote a review')
  expect(reviewsInWords({ counted: 'opened', ...sides }, 'b', words)).toBeNull()
  expect(reviewsInWords({ counted: 'opened', a: { ...side, reviewed: 0 }, b: side }, 'a', words)).toBe(
    'nobody wrote a review',
  )
  expect(reviewsInWords({ counted: 'reviewed', ...sides }, 'a', words)).toBeNull()
})
