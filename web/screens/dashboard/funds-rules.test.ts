import { expect, test } from 'vitest'
import { paymentJustMade, shouldRefetch, warnOfFunds } from './funds-rules.ts'

const CALM = { fundsLastDays: null, fundsCoverOldest: true, waitingForFunds: 0 }

test.each([
  [0, null, { kind: 'empty' }],
  [-4.5, 3, { kind: 'owed', owed: 4.5 }],
  [18.4, 5, { kind: 'low', daysLeft: 5 }],
  [18.4, 7, { kind: 'low', daysLeft: 7 }],
  [18.4, 8, null],
  [18.4, null, null],
])(
  'with %d dollars that last %s days the owner is warned of %o [2.37]',
  (balance, fundsLastDays, warning) => {
    expect(warnOfFunds({ balance, hasMoved: true }, { ...CALM, fundsLastDays })).toEqual(warning)
  },
)

test('who never had funds is invited, and not alarmed, until a text waits for them', () => {
  const never = { balance: 0, hasMoved: false }
  expect(warnOfFunds(never, CALM)).toEqual({ kind: 'unfunded' })
  expect(warnOfFunds(never, { ...CALM, fundsCoverOldest: false, waitingForFunds: 3 })).toEqual({
    kind: 'waiting',
    texts: 3,
    owed: 0,
  })
  expect(warnOfFunds({ ...never, balance: -2 }, { ...CALM, waitingForFunds: 3 })).toMatchObject({ owed: 2 })
})

test('texts that are just being released after a top-up are no reason to warn', () => {
  expect(warnOfFunds({ balance: 50, hasMoved: true }, { ...CALM, waitingForFunds: 3 })).toBeNull()
})

test('texts that wait while a few cents are left are a reason to warn', () => {
  const few = { balance: 0.04, hasMoved: true }
  const waiting = { ...CALM, fundsCoverOldest: false, waitingForFunds: 2 }
  expect(warnOfFunds(few, waiting)).toEqual({ kind: 'short', texts: 2 })
  expect(warnOfFunds(few, { ...waiting, fundsLastDays: 0 })).toEqual({ kind: 'short', texts: 2 })
})

test('after a payment the balance is asked for three times more, while it is 0 [4.8]', () => {
  expect([0, 1, 2, 3].map((refetches) => shouldRefetch(0, refetches))).toEqual([true, true, true, false])
  expect(shouldRefetch(20, 0)).toBe(false)
  expect(shouldRefetch(-3, 0)).toBe(false)
})

test('a payment is confirmed only when our own record has it, it is recent, and it was no automatic top-up', () => {
  const now = Date.parse('2026-11-20T03:00:00Z')
  const paid = { amount: 50, paidAt: '2026-11-20T02:59:00Z', isAutomatic: false }
  expect(paymentJustMade([paid], now)).toBe(50)
  expect(paymentJustMade([{ ...paid, paidAt: null }], now)).toBeNull()
  expect(paymentJustMade([{ ...paid, isAutomatic: true }], now)).toBeNull()
  expect(paymentJustMade([{ ...paid, paidAt: '2026-11-20T01:59:00Z' }], now)).toBeNull()
  expect(paymentJustMade([], now)).toBeNull()
  expect(paymentJustMade(undefined, now)).toBeNull()
})
