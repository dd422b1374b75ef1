import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import { totalActivity } from './activity-rules.ts'

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
      const totals = totalActivity(counted)
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
