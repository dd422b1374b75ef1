import { expect, test } from 'vitest'
import type { AutoTopUp } from '../../contracts/payments.ts'
import { amountReader } from '../lib/formats/read-amount.ts'
import { stateOf, termsProblem, type AutoTopUpState } from './auto-top-up-state.ts'

const written = { threshold: '10', amount: '50', monthlyCap: '200' }

test.each<[string, object, RegExp | null]>([
  ['what is proposed', {}, null],
  ['a level of words', { threshold: 'ten' }, /^The level must be a whole amount/],
  ['a level too low', { threshold: '4' }, /^The level/],
  ['a fraction', { amount: '50.5' }, /^A top-up must be a whole amount/],
  ['an amount with a sign and cents', { amount: '$50.00', monthlyCap: '1,000' }, null],
  ['two readings', { monthlyCap: '1.000' }, /two ways/],
  ['two readings, both too high or no whole amount', { amount: '1.500' }, /^A top-up must be a whole amount/],
  ['nothing', { amount: '' }, /^A top-up must be a whole amount/],
  ['a top-up below the level', { threshold: '60' }, /less than the level/],
  ['a top-up that is the level', { threshold: '50' }, null],
  ['a cap below a top-up', { monthlyCap: '49' }, /less than one top-up/],
  ['a cap too high', { monthlyCap: '2001' }, /^The monthly limit/],
])('%s: %#', (_what, more, problem) => {
  const words = termsProblem(
    { ...written, ...more },
    {
      readAmount: amountReader('en-AU', 'AUD'),
      inMoney: (amount) => `$${amount}`,
      ambiguousWords: () => 'two ways',
    },
  )
  if (problem === null) expect(words).toBeNull()
  else expect(words).toMatch(problem)
})

const now: AutoTopUp = {
  isOn: true,
  threshold: 10,
  amount: 50,
  monthlyCap: 200,
  currency: 'AUD',
  card: { brand: 'Visa', last4: '4242', ends: '12/34' },
  paused: null,
  chargedThisMonth: 0,
}

test.each<[string, Partial<AutoTopUp>, AutoTopUpState]>([
  ['agreed, with a card', {}, 'on'],
  ['switched off', { isOn: false }, 'off'],
  ['agreed, and no card was left', { card: null }, 'no-card'],
  ['refused by the bank', { paused: { reason: 'declined', at: '2026-11-20T00:00:00Z' } }, 'paused'],
  ['one more would just fit', { chargedThisMonth: 150 }, 'on'],
  ['one more would be too much', { chargedThisMonth: 151 }, 'capped'],
])('%s', (_what, more, state) => {
  expect(stateOf({ ...now, ...more }, 3)).toBe(state)
})

test.each<[string, number | undefined, Partial<AutoTopUp>, AutoTopUpState]>([
  ['what was taken back is never charged again, though she switched it on again', -0.01, {}, 'below-zero'],
  ['nought is charged for', 0, {}, 'on'],
  ['funds that are not known yet say nothing', undefined, {}, 'on'],
  [
    'a pause needs her as well',
    -5,
    { paused: { reason: 'taken_back', at: '2026-11-20T00:00:00Z' } },
    'paused',
  ],
  ['it needs her even where the limit is reached', -5, { chargedThisMonth: 200 }, 'below-zero'],
])('%s', (_what, balance, more, state) => {
  expect(stateOf({ ...now, ...more }, balance)).toBe(state)
})
