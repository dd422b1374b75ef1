import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, instantOf, localDate, startOfDay, wallClock } from '../../platform/dates.ts'
import { recipientZones } from '../../texts/phones/recipient-zones-rules.ts'
import { nextDecentMoment } from './decent-hours-rules.ts'
import { isFrenchHoliday } from './public-holidays-rules.ts'
import {
  dueAtFirst,
  nextMomentFor,
  oneOfEachClock,
  type ZonedRecipient,
  type HoursToKeep,
} from './recipient-hours-rules.ts'
import { nextSendingMoment } from './sending-hours-rules.ts'

/** A number and where its owner is, as only this test knows. */
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

/** Christmas, Easter Monday, Ascension Day, All Saints' and two Sundays. */
const FRENCH_REST = ['2026-12-25', '2027-03-29', '2028-05-25', '2026-11-01', '2026-06-14', '2027-12-26']
const restful = fc
  .record({ day: fc.constantFrom(...FRENCH_REST), minute: fc.integer({ min: 0, max: 1439 }) })
  .map(({ day, minute }) => new Date(startOfDay(day, 'Europe/Paris').getTime() + minute * 60_000))

/** From an organisation abroad, or from where the customer is: at home a move cannot be seen. */
const schedule = fc
  .record({
    person: fc.constantFrom(...PEOPLE),
    abroad: fc.constantFrom(...ZONES),
    isAtHome: fc.boolean(),
    from: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
    rest: fc.option(restful),
    opens: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 1, max: 1440 }),
    anyHour: fc.boolean(),
    isDecent: fc.boolean(),
  })
  .map(
    ({ person: [phone, country, zone], abroad, isAtHome, from, opens, length, anyHour, isDecent, rest }) => ({
      zone,
      from: country === 'FR' && rest ? rest : from,
      customer: { phone, country, timeZone: isAtHome || isHome(country, abroad) ? zone : abroad },
      hours: {
        sendingFrom: anyHour ? null : opens,
        sendingUntil: anyHour ? null : Math.min(opens + length, 1440),
        isDecent,
      },
    }),
  )
const isHome = (country: string, zone: string): boolean =>
  PEOPLE.some(([, known, place]) => known === country && place === zone)

const NO_HOURS = { from: 0, until: 0 }

/** What law and carriers leave of a day ('2026-11-20'), in minutes. */
const decentOn = (day: string, country: string): { from: number; until: number } => {
  if (country !== 'FR') return { from: 480, until: 1260 }
  const weekday = new Date(`${day}T00:00Z`).getUTCDay()
  if (weekday === 0 || isFrenchHoliday(day)) return NO_HOURS
  return weekday === 6 ? { from: 600, until: 1140 } : { from: 480, until: 1200 }
}

/** Whether a moment must come that suits the hours by all clocks that may be the customer's. */
const mustSuit = (from: Date, { timeZone, ...recipient }: ZonedRecipient, hours: HoursToKeep): boolean => {
  const decent = hours.isDecent ? decentOn('2026-11-20', recipient.country) : { from: 0, until: 1440 }
  const common = Math.min(hours.sendingUntil!, decent.until) - Math.max(hours.sendingFrom!, decent.from)
  const zones = recipientZones(recipient, timeZone)
  const apart = [0, 10].map((days) => {
    const at = new Date(Math.floor(from.getTime() / 60_000) * 60_000 + days * DAY_MS)
    const ahead = zones.map(
      (zone) => (instantOf(wallClock(at, zone), 'UTC').getTime() - at.getTime()) / 60_000,
    )
    return Math.max(...ahead) - Math.min(...ahead)
  })
  return common > Math.max(...apart)
}

test('no text outside the hours of its customer, in 10,000 schedules over 12 time zones', () => {
  const suited = { live: 0, sandbox: 0 }
  fc.assert(
    fc.property(schedule, ({ zone, from, customer, hours }) => {
      const moment = nextMomentFor(from, customer, hours)
      expect(moment.getTime()).toBeGreaterThanOrEqual(from.getTime())
      expect(nextMomentFor(moment, customer, hours)).toEqual(moment)
      const minute = minuteOf(moment, zone)
      if (hours.isDecent) {
        const decent = decentOn(localDate(moment, zone), customer.country)
        expect([minute >= decent.from, minute < decent.until]).toEqual([true, true])
      }
      const { sendingFrom, sendingUntil } = hours
      if (sendingFrom === null || !mustSuit(from, customer, hours)) return
      suited[hours.isDecent ? 'live' : 'sandbox'] += 1
      expect([minute >= sendingFrom, minute < sendingUntil!]).toEqual([true, true])
    }),
    { numRuns: 10_000 },
  )
  // What is drawn does reach the owner's hours, in both modes.
  expect(Math.min(suited.live, suited.sandbox)).toBeGreaterThan(1_000)
})

const AT_HOME: ZonedRecipient = { phone: '+61491570006', country: 'AU', timeZone: 'Australia/Sydney' }
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
    'at eight in New York, a number from there that may be a neighbour of a plumber in Los Angeles',
    { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
    { sendingFrom: null, sendingUntil: null, isDecent: true },
    '2026-11-20T08:05-05:00',
    '2026-11-20T08:00-08:00',
  ],
  [
    'a morning that never comes at once in Los Angeles and where its number is from: by the clock of the number',
    { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
    { sendingFrom: 540, sendingUntil: 720, isDecent: true },
    '2026-11-20T12:30-05:00',
    '2026-11-21T11:00-05:00',
  ],
  [
    'the same at any hour of the night',
    { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
    { sendingFrom: 540, sendingUntil: 720, isDecent: false },
    '2026-11-20T12:30-05:00',
    '2026-11-21T09:00-05:00',
  ],
  [
    'the same from Honolulu, where it is night in New York’s morning: by the clock of the organisation',
    { phone: '+12125551234', country: 'US', timeZone: 'Pacific/Honolulu' },
    { sendingFrom: 540, sendingUntil: 720, isDecent: true },
    '2026-11-20T18:00-05:00',
    '2026-11-21T14:00-05:00',
  ],
  [
    'one hour a day that never comes in all zones at once: by one clock, here that of Darwin',
    { phone: '+61491570006', country: 'AU', timeZone: 'Europe/London' },
    { sendingFrom: 540, sendingUntil: 600, isDecent: true },
    '2026-11-20T05:00+11:00',
    '2026-11-20T09:30+09:30',
  ],
  [
    'one hour a day that is decent by no clock: what is decent is kept',
    { phone: '+12125551234', country: 'US', timeZone: 'America/Los_Angeles' },
    { sendingFrom: 360, sendingUntil: 420, isDecent: true },
    '2026-11-20T06:00-05:00',
    '2026-11-20T08:00-08:00',
  ],
  [
    'a minute of Brisbane’s evening, not put off because clocks will change: from then on one of Adelaide’s suits',
    { phone: '+61491570006', country: 'AU', timeZone: 'Pacific/Honolulu' },
    { sendingFrom: 1200, sendingUntil: 1201, isDecent: true },
    '2026-09-24T20:00+10:00',
    '2026-09-24T20:00+10:00',
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

const UNITED_STATES = [
  'America/Adak',
  'America/Anchorage',
  'America/Chicago',
  'America/Denver',
  'America/Detroit',
  'America/Juneau',
  'America/Los_Angeles',
  'America/New_York',
  'America/Phoenix',
  'Pacific/Honolulu',
]

test.each([
  ['2026-12-20T00:00Z', [0, 1, 2, 3, 4, 6]],
  ['2026-07-20T00:00Z', [0, 1, 2, 3, 4, 6, 9]],
  ['2026-10-30T00:00Z', [0, 1, 2, 3, 4, 6, 8, 9]],
])('zones that show the same in the days from %s are looked at once', (from, kept) => {
  const once = oneOfEachClock(UNITED_STATES, new Date(from))
  expect(once).toEqual(kept.map((index) => UNITED_STATES[index]))
})

/** Zone by zone, one wait after another. */
const plainly = (
  from: Date,
  { timeZone: organisation, ...recipient }: ZonedRecipient,
  hours: HoursToKeep,
): Date => {
  const zones = recipientZones(recipient, organisation)
  const own = zones.map((timeZone) => (moment: Date) => {
    return nextSendingMoment(moment, { timeZone, from: hours.sendingFrom, until: hours.sendingUntil })
  })
  const decent = zones.map((timeZone) => (moment: Date) => {
    return hours.isDecent ? nextDecentMoment(moment, recipient.country, timeZone) : moment
  })
  const search = (all: ((moment: Date) => Date)[]): Date | undefined => {
    let moment = from
    while (moment.getTime() - from.getTime() <= 10 * DAY_MS) {
      const later = all.map((next) => next(moment)).find((next) => next > moment)
      if (!later) return moment
      moment = later
    }
    return undefined
  }
  const ways = [[...own, ...decent], ...own.map((one) => [one, ...decent]), decent, decent.slice(0, 1)]
  const mayGoNow = ways.some((all) => all.every((next) => next(from) <= from))
  const latest = from.getTime() + (mayGoNow ? 5 : 10) * DAY_MS
  return ways.map(search).find((found) => found && found.getTime() <= latest) ?? decent[0]!(from)
}

test('zones that are looked at once give the moments that all of them give', () => {
  const WIDE = [
    ['+19995551234', 'US'],
    ['+18675551234', 'CA'],
    ['+12195551234', 'US'],
    ['+61491570006', 'AU'],
    ['+79161234567', 'RU'],
    ['+33612345678', 'FR'],
  ] as const
  const wide = fc
    .constantFrom(...WIDE)
    .map(([phone, country]) => ({ phone, country, timeZone: 'Asia/Kolkata' }))
  fc.assert(
    fc.property(schedule, wide, ({ from, hours }, customer) => {
      expect(nextMomentFor(from, customer, hours)).toEqual(plainly(from, customer, hours))
    }),
    { numRuns: 1_000 },
  )
})
