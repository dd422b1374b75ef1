import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import { totalActivity } from './activity-totals-rules.ts'

const ON = { isSwitchedOn: true, isConnected: true }
const OFF = { isSwitchedOn: false, isConnected: false }

const count = fc.integer({ min: 1, max: 5000 })
const went = fc.record({
  outcome: fc.constantFrom<ActivityOutcome>('texted', 'pending'),
  reason: fc.constant(null),
  state: fc.constant(null),
  count,
})
const failed = fc.record({
  outcome: fc.constant('failed' as const),
  reason: fc.constantFrom('30003', '30005', '30006', 'unknown-code', 'failed'),
  state: fc.constant('failed' as const),
  count,
})
const cancelled = fc.record({
  outcome: fc.constant('skipped' as const),
  reason: fc.constantFrom('no_longer_paid', 'opted_out', 'no_funds', 'expired'),
  state: fc.constantFrom('cancelled' as const, 'expired' as const),
  count,
})
const skipped = fc.record({
  outcome: fc.constant('skipped' as const),
  reason: fc.constantFrom('no_mobile', 'cooldown', 'opted_out', 'bill', 'paid_before_go_live', 'unheard-of'),
  state: fc.constant(null),
  count,
})

test('whatever was counted, the parts make the whole, and the reasons make their parts', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(went, failed, cancelled, skipped)), (counted) => {
      const totals = totalActivity(counted, ON)
      const sum = (rows: { count: number }[]) => rows.reduce((all, row) => all + row.count, 0)
      expect(totals.texted + totals.pending + totals.failed + totals.skipped).toBe(totals.paid)
      for (const outcome of ['failed', 'skipped'] as const) {
        expect(sum(totals.reasons.filter((reason) => reason.outcome === outcome))).toBe(totals[outcome])
      }
      expect(totals.paid + sum(totals.notCounted)).toBe(sum(counted))
      expect(totals.reasons.every(({ what }) => what.length > 0)).toBe(true)
    }),
  )
})

test('one reason is one line, however its texts came to it and whatever its codes are', () => {
  const skipped = { outcome: 'skipped' as const, state: null }
  const failed = { outcome: 'failed' as const, state: 'failed' as const }
  const { reasons } = totalActivity(
    [
      { ...skipped, reason: 'automation_off', count: 3 },
      { ...skipped, reason: 'automation_off', state: 'cancelled', count: 2 },
      { ...failed, reason: '39999', count: 1 },
      { ...failed, reason: '30012', count: 4 },
      { ...failed, reason: '30005', count: 1 },
    ],
    OFF,
  )
  expect(reasons).toMatchObject([
    { reason: '30012,39999', count: 5, what: 'The text could not be delivered.', act: null },
    { reason: 'automation_off', count: 5, act: { words: 'Open SMS Setup', url: '/dashboard?tab=sms' } },
    { reason: '30005', count: 1, todo: 'Check their mobile number in Xero.', act: null },
  ])
})

test('texts that were cancelled with the connection to Xero lead to it until it is there again', () => {
  const gone = {
    outcome: 'skipped' as const,
    reason: 'xero_disconnected',
    state: 'cancelled' as const,
    count: 2,
  }
  expect(totalActivity([gone], OFF).reasons).toMatchObject([
    { todo: expect.stringContaining('Connect it again'), act: { url: '/dashboard?tab=xero' } },
  ])
  expect(totalActivity([gone], ON).reasons).toMatchObject([{ todo: null, act: null }])
})

test('where review requests are on again, the line of those that were off asks for nothing', () => {
  const off = { outcome: 'skipped' as const, reason: 'automation_off', state: null, count: 1 }
  expect(totalActivity([off], OFF).reasons[0]!.todo).toContain('Switch them on')
  expect(totalActivity([off], ON).reasons).toMatchObject([{ todo: null, act: null }])
})
