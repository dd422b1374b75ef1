import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../platform/dates.ts'
import { closesFor, nextMomentFor, type ZonedRecipient } from './recipient-hours-rules.ts'

const AT_HOME: ZonedRecipient = { phone: '+61491570006', country: 'AU', timeZone: 'Australia/Sydney' }
const day = { sendingFrom: 480, sendingUntil: 1200, isDecent: true }

test.each([
  ['by the owner’s hours, which end first', AT_HOME, day, '2026-11-20T10:00+11:00', '2026-11-20T20:00+11:00'],
  [
    'by what is decent, which ends first',
    AT_HOME,
    { ...day, sendingUntil: 1380 },
    '2026-11-20T10:00+11:00',
    '2026-11-20T21:00+11:00',
  ],
  [
    'at any hour, and live: at nine',
    AT_HOME,
    { sendingFrom: null, sendingUntil: null, isDecent: true },
    '2026-11-20T10:00+11:00',
    '2026-11-20T21:00+11:00',
  ],
  [
    'at any hour, in the sandbox: never',
    AT_HOME,
    { sendingFrom: null, sendingUntil: null, isDecent: false },
    '2026-11-20T02:12+11:00',
    undefined,
  ],
  [
    'for a customer in London by her own clock',
    { phone: '+447400123456', country: 'GB', timeZone: 'Australia/Sydney' },
    day,
    '2026-11-20T10:00+00:00',
    '2026-11-20T20:00+00:00',
  ],
  [
    'for one who may be in Sydney or Perth: once it is eight in Sydney',
    { phone: '+61491570006', country: 'AU', timeZone: 'Europe/London' },
    day,
    '2026-11-20T12:00+08:00',
    '2026-11-20T20:00+11:00',
  ],
  [
    'where no hours suit all clocks: by the clock that they are kept by, and what is decent by all',
    { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
    { sendingFrom: 540, sendingUntil: 720, isDecent: true },
    '2026-11-20T11:30-05:00',
    '2026-11-20T12:00-05:00',
  ],
])('the hours of a customer end %s', (_what, customer, hours, moment, expected) => {
  expect(closesFor(new Date(moment), customer, hours)).toEqual(expected && new Date(expected))
})

const ONE_CLOCK: ZonedRecipient[] = [
  AT_HOME,
  { phone: '+447400123456', country: 'GB', timeZone: 'Australia/Sydney' },
  { phone: '+33612345678', country: 'FR', timeZone: 'Europe/London' },
]
const SEVERAL_CLOCKS: ZonedRecipient[] = [
  { ...AT_HOME, timeZone: 'Europe/London' },
  { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
]

/** Half of them about the nights in which clocks change. */
const instant = fc.oneof(
  fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
  fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-04', '2026-10-03', '2026-10-25', '2026-11-01'),
      fc.integer({ min: 0, max: 24 * 60 * MINUTE_MS }),
    )
    .map(([night, after]) => new Date(Date.parse(night) + after)),
)
const minute = fc.integer({ min: 0, max: 1440 })
const isDecent = fc.boolean()
const anyHours = fc.record({ sendingFrom: minute, sendingUntil: minute, isDecent })
/** Which all clocks have in common on each day: shorter ones are kept by one clock or another, as the days change. */
const longHours = fc.record({
  sendingFrom: fc.constantFrom(420, 540),
  sendingUntil: fc.constantFrom(1080, 1320),
  isDecent,
})

const schedule = fc.oneof(
  fc.record({ from: instant, customer: fc.constantFrom(...ONE_CLOCK), hours: anyHours }),
  fc.record({ from: instant, customer: fc.constantFrom(...SEVERAL_CLOCKS), hours: longHours }),
)
const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 })

test('a customer may be texted at every moment until her hours end, and not then', () => {
  fc.assert(
    fc.property(schedule, parts, ({ from, customer, hours }, between) => {
      const opening = nextMomentFor(from, customer, hours)
      const closing = closesFor(opening, customer, hours)
      if (!closing) return
      const lastMs = closing.getTime() - 1 - opening.getTime()
      for (const part of [0, 1, ...between]) {
        const at = new Date(opening.getTime() + Math.floor(part * lastMs))
        expect(nextMomentFor(at, customer, hours)).toEqual(at)
        expect(closesFor(at, customer, hours)).toEqual(closing)
      }
      expect(nextMomentFor(closing, customer, hours).getTime()).toBeGreaterThan(closing.getTime())
    }),
    { numRuns: 1_000 },
  )
})
