import { expect, test } from 'vitest'
import type { ReviewRules, XeroLabel } from '../../../contracts/shared/review-rules.ts'
import { amountReader } from '../../lib/formats/read-amount.ts'
import { draftOfRules, smallestAmountProblem, toggled, wantedRules } from './rules-draft.ts'

const read = amountReader('en-AU', 'AUD')
const words = { ambiguous: () => 'two ways' }
const builders: XeroLabel = { kind: 'contact_group', tenantId: 't', id: 'g', name: 'Builders' }
const rules: ReviewRules = {
  smallestAmount: 79.5,
  leavesOutDeposits: true,
  invoiceWords: ['Warranty'],
  labels: [builders],
  currency: 'AUD',
  version: 'v',
}

test('what is saved and not touched is what would be saved', () => {
  const { currency: _currency, version: _version, ...saved } = rules
  expect(wantedRules(draftOfRules(rules), read)).toEqual(saved)
  const nothing = { ...rules, smallestAmount: null }
  expect(wantedRules(draftOfRules(nothing), read)).toMatchObject({ smallestAmount: null })
  expect(draftOfRules({ ...rules, smallestAmount: 80 }).amount).toBe('80')
})

test('a word that is typed is saved with the others, added or not', () => {
  const draft = { ...draftOfRules(rules), word: 'DEP' }
  expect(wantedRules(draft, read).invoiceWords).toEqual(['Warranty', 'DEP'])
})

test.each([
  ['', null],
  ['80', null],
  ['$79.95', null],
  ['1,000', null],
  ['0', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['-5', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['1000001', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['99999999999', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['1e9', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['1000000', null],
  ['a lot', 'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.'],
  ['1.000', 'two ways'],
])('%j as the smallest amount: %s', (typed, problem) => {
  expect(smallestAmountProblem(typed, read, words)).toBe(problem)
})

test('a label is taken in and out, each of its kind', () => {
  const option = { ...builders, kind: 'tracking_option' as const }
  expect(toggled([builders], option)).toEqual([builders, option])
  expect(toggled([builders, option], builders)).toEqual([option])
})
