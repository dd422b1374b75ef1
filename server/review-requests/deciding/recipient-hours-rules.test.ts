import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, wallClock } from '../../platform/dates.ts'
import { dueAtFirst, nextMomentFor, type Customer } from './recipient-hours-rules.ts'

/** A number and where its owner is, as it was told to nobody else. */
const PEOPLE: [phone: string, country: string, zone: string][] = [
  ['+61491570006', 'AU', 'Australia/Sydney'],
  ['+61491570156', 'AU', 'Australia/Perth'],
  ['+61491570157', 'AU', 'Australia/Darwin'],
  ['+6421123456', 'NZ', 'Pacific/Auckland'],
  ['+447400123456', 'GB', 'Europe/London'],
  ['+12125551234', 'US', 'America/New_York'],
  ['+13125551234', 'US', 'America/Chicago'],
  ['+13035551234', 'US', 'America/Denver'],
  ['+13105551234', 'US', 'America/Los_Angeles'],
  ['+18085551234', 'US', 'Pacific/Honolulu'],
  ['+16045551234', 'CA', 'America/Vancouver'],
  ['+33612345678', 'FR', 'Europe/Paris'],
]
const ZONES = PEOPLE.map(([, , zone]) => zone)

const minuteOf = (moment: Date, zone: string): number => {
  const { hour, minute } = wallClock(moment, zone)
  return hour * 60 + minute
}

/** From an organisation abroad, or from where the customer is: at home nobody can say who has moved. */
const schedule = fc
  .record({
    person: fc.constantFrom(...PEOPLE),
    abroad: fc.constantFrom(...ZONES),
    isAtHome: fc.boolean(),
    from: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
    opens: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 1, max: 1440 }),
    anyHour: fc.boolean(),
    isDecent: fc.boolean(),
  })
  .map(({ person: [phone, country, zone], abroad, isAtHome, from, opens, length, anyHour, isDecent }) => ({
    zone,
    from,
    customer: { phone, country, timeZone: isAtHome || isHome(country, abroad) ? zone : abroad },
    hours: {
      sendingFrom: anyHour ? null : opens,
      sendingUntil: anyHour ? null : Math.min(opens + length, 1440),
      isDecent,
    },
  }))
const isHome = (country: string, zone: string): boolean =>
  PEOPLE.some(([, known, place]) => known === country && place === zone)

test('no text outside the hours of its customer, in 10,000 schedules over 12 time zones', () => {
  fc.assert(
    fc.property(schedule, ({ zone, from, customer, hours }) => {
      const moment = nextMomentFor(from, customer, hours)
      expect(moment.getTime()).toBeGreaterThanOrEqual(from.getTime())
      expect(nextMomentFor(moment, customer, hours)).toEqual(moment)
      const minute = minuteOf(moment, zone)
      if (hours.isDecent) expect(minute >= 480 && minute < 1260).toBe(true)
      const { sendingFrom, sendingUntil } = hours
      // Hours that no moment suits in all zones of a wide country are given up; half a day suits everywhere.
      const canSuit = sendingFrom !== null && sendingUntil! - sendingFrom >= 720 && !hours.isDecent
      if (canSuit) expect(minute >= sendingFrom && minute < sendingUntil!).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})

const AT_HOME: Customer = { phone: '+61491570006', country: 'AU', timeZone: 'Australia/Sydney' }
const day = { sendingFrom: 480, sendingUntil: 1200, isDecent: true }

test.each([
  ['inside both at once', AT_HOME, day, '2026-11-20T10:00+11:00', '2026-11-20T10:00+11:00'],
  [
    'at any hour, and live: not at night',
    AT_HOME,
    { sendingFrom: null, sendingUntil: null, isDecent: true },
    '2026-11-20T02:12+11:00',
    '2026-11-20T08:00+11:00',
  ],
  [
    'at any hour, in the sandbox: at once',
    AT_HOME,
    { sendingFrom: null, sendingUntil: null, isDecent: false },
    '2026-11-20T02:12+11:00',
    '2026-11-20T02:12+11:00',
  ],
  [
    'a customer in London by her own clock',
    { phone: '+447400123456', country: 'GB', timeZone: 'Australia/Sydney' },
    day,
    '2026-11-20T10:00+11:00',
    '2026-11-20T08:00+00:00',
  ],
  [
    'a customer who may be in Perth: once it is eight there',
    { phone: '+61491570006', country: 'AU', timeZone: 'Europe/London' },
    day,
    '2026-11-20T08:00+11:00',
    '2026-11-20T08:00+08:00',
  ],
  [
    'one hour a day that never comes in all zones at once: what is decent is kept',
    { phone: '+61491570006', country: 'AU', timeZone: 'Europe/London' },
    { sendingFrom: 540, sendingUntil: 600, isDecent: true },
    '2026-11-20T05:00+11:00',
    '2026-11-20T08:00+08:00',
  ],
])('%s', (_what, customer, hours, from, expected) => {
  expect(nextMomentFor(new Date(from), customer, hours)).toEqual(new Date(expected))
})

test('the delay comes first', () => {
  const due = dueAtFirst(
    { ...day, delayMinutes: 60, askFirstAt: null },
    AT_HOME,
    new Date('2026-11-20T19:30+11:00'),
  )
  expect(due).toEqual(new Date(`${addDays('2026-11-20', 1)}T08:00+11:00`))
})
