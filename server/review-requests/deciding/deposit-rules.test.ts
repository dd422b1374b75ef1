import { expect, test } from 'vitest'
import { isOfDeposit } from './deposit-rules.ts'

test.each([
  '50% deposit',
  'DEPOSIT: kitchen',
  'INV-1042-DEPOSIT',
  'DEPOSIT0012',
  'Deposits',
  'DEP0012',
  'DEP-12',
  'INV-1042-DEP',
  '30% dep',
  'Part-payment',
  'Down payments',
  '2nd instalment',
  'Installment 3',
  'Interim invoice',
  'Milestone 2',
  'Milestones',
  'Retention',
  'Progress claim 3',
  'Progress 3',
  'PROGRESS-03',
  '40% progress',
  'Progress payments',
  'Invoice: progress',
  'Progress billing',
  'Retainer fee',
  'Retainer payment, March',
  'Retainer 2',
  // What is yet to come is not what this invoice is.
  '50% deposit, balance on completion',
  '50% deposit, balance due on completion',
  '30% deposit. Final invoice to follow',
  'Deposit, balance of $5,000 once the tiles are here',
  'Deposit - final selection pending',
  'Security deposit balance',
  'Balance of the deposit',
  'Final deposit',
  'Progress claim 3, less retention',
])('%j is of a deposit', (text) => {
  expect(isOfDeposit([text])).toBe(true)
  expect(isOfDeposit(['INV-1042', text])).toBe(true)
})

test.each([
  'INV-1042',
  '',
  'Depository door lock',
  'Department of Roads',
  'Progress Rd fence',
  '12 Progress Rd fence',
  'Invoice 7, Progress Rd',
  'Retainer wall',
  'Payment for retainer wall',
  'Stormwater retention tank',
  'Balance after deposit',
  'Balance of job, deposit already paid',
  'Balance due, 50% deposit paid',
  'Balance now due after 50% deposit',
  'Remaining balance, deposit received',
  'Deposit paid, balance owing',
  'Final progress claim',
  'Final progress claim on completion',
  'Final invoice (deposit DEP0012 applied)',
  'Final payment after deposit',
  'Last instalment',
  'Job 12, less deposit',
  'Kitchen less 50% deposit',
  'Kitchen, deposit deducted',
  undefined,
])('%j is not', (text) => {
  expect(isOfDeposit([text])).toBe(false)
})

test('number and reference speak for each other', () => {
  expect(isOfDeposit(['Final invoice', 'DEP0012'])).toBe(false)
  expect(isOfDeposit(['Kitchen', 'DEP0012'])).toBe(true)
})
