import { expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { newDiary, type OwnerDecision } from '../world/diary.ts'
import { checkOwners } from './check-owners.ts'

const sandbox = {} as Sandbox
const HELD: OwnerDecision = { invoiceId: 'one', choice: 'hold', askedAt: 1_001, confirmedAt: 1_076 }
const TEXTED_AT = 1_324

/** An invoice with these decisions of its owner, and its text. */
const findingsOf = (decisions: OwnerDecision[]): number => {
  const invoice = {
    invoiceId: 'one',
    number: 'INV-1',
    business: 0,
    phone: '+6140',
    isReachable: true,
    changes: [],
  }
  const diary = {
    ...newDiary(),
    decisions,
    invoices: new Map([['one', invoice]]),
    writes: [{ at: TEXTED_AT, to: '+6140', body: 'Thanks for INV-1', by: 'worker' }],
  }
  return checkOwners({ diary, sandbox, owners: [] }).length
}

const letGo = (askedAt: number, confirmedAt: number | undefined): OwnerDecision => ({
  invoiceId: 'one',
  choice: 'send-now',
  askedAt,
  confirmedAt,
})

test('a text that its owner held must not go', () => expect(findingsOf([HELD])).toBe(1))

test('one that she let go before she held it must not go', () =>
  expect(findingsOf([letGo(900, 1_000), HELD])).toBe(1))

test('one that she let go before the text was written, and after she held it, may go', () =>
  expect(findingsOf([HELD, letGo(1_200, undefined)])).toBe(0))

test('one that went before she let it go must not have gone', () =>
  expect(findingsOf([HELD, letGo(1_400, 1_500)])).toBe(1))

test('of two decisions at once either may be the last, as in the history of seed 1231600', () => {
  expect(findingsOf([letGo(1_000, 1_128), HELD])).toBe(0)
  expect(findingsOf([letGo(1_000, undefined), HELD])).toBe(0)
})
