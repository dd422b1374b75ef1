import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ZonedRecipient } from '../../deciding/recipient-hours-rules.ts'
import { openMs, opensAt } from './opening-rules.ts'

const CUSTOMERS: ZonedRecipient[] = [
  { phone: '+61491570006', country: 'AU', timeZone: 'Australia/Sydney' },
  { phone: '+61491570006', country: 'AU', timeZone: 'Europe/London' },
  { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
  { phone: '+18005551234', country: 'US', timeZone: 'America/New_York' },
  { phone: '+33612345678', country: 'FR', timeZone: 'Europe/London' },
]
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
const minute = fc.integer({ min: 0, max: 1440 })
const hours = fc.record({ sendingFrom: minute, sendingUntil: minute, keepsDecentHours: fc.boolean() })

test('a text goes at a moment that stays one for half a minute, whatever the hours', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...CUSTOMERS), hours, (from, customer, business) => {
      const opens = opensAt({ isLive: true }, business, customer)
      const at = opens(from)
      expect(at.getTime()).toBeGreaterThanOrEqual(from.getTime())
      expect(opens(at)).toEqual(at)
      expect(openMs({ isLive: true }, business, customer, at) ?? Infinity).toBeGreaterThanOrEqual(30_000)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['2026-11-20T19:59:30+11:00', '2026-11-20T19:59:30+11:00'],
  ['2026-11-20T19:59:31+11:00', '2026-11-21T08:00:00+11:00'],
])('what is due at %s goes at %s', (due, goes) => {
  const business = { sendingFrom: 480, sendingUntil: 1200, keepsDecentHours: true }
  expect(opensAt({ isLive: true }, business, CUSTOMERS[0]!)(new Date(due))).toEqual(new Date(goes))
})
