import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/dates.ts'
import { attestationWords, refuseCountry } from './reminder-countries-rules.ts'
import {
  refuseReminder,
  remindsAt,
  REMINDER_DAYS,
  type Remindable,
  type ReminderChoice,
  type ReminderRefusal,
  type RemindingBusiness,
} from './reminder-rules.ts'

const SENT = new Date('2026-11-02T09:30+11:00')
const after = (days: number): Date => new Date(SENT.getTime() + days * DAY_MS)
const NOW = after(7)

const TEXT: Remindable = {
  state: 'delivered',
  sentAt: SENT,
  isOpened: false,
  hasLikelyReview: false,
  reminders: 0,
  country: 'AU',
  isOptedOut: false,
  hasAddress: true,
  hasBounced: false,
  hasNewerText: false,
  isStillPaid: true,
  isHeldOut: false,
}
const BUSINESS: RemindingBusiness = { isDeactivated: false, automationEnabled: true, hasPostalAddress: true }
const BY_TEXT: ReminderChoice = { afterDays: 7, way: 'text', attested: [] }
const BY_EMAIL: ReminderChoice = { ...BY_TEXT, way: 'email' }

const refuse = (text: Partial<Remindable>, choice: ReminderChoice | undefined = BY_TEXT, now = NOW) =>
  refuseReminder({ ...TEXT, ...text }, BUSINESS, choice, { now })

test('reminds nobody where the owner has chosen nothing', () => {
  expect(refuseReminder(TEXT, BUSINESS, undefined, { now: NOW })).toBe('reminders_off')
})

test('reminds once who neither opened the link nor seems to have written', () => {
  expect(refuse({})).toBeUndefined()
  expect(refuse({ state: 'sent' })).toBeUndefined()
  expect(refuse({ reminders: 1 })).toBe('reminded_before')
})

test('asks of a reminder that waits whether it still may go, and counts no other beside it', () => {
  const waiting = { ...TEXT, reminders: 1 }
  expect(refuseReminder(waiting, BUSINESS, BY_TEXT, { now: NOW, spare: 1 })).toBeUndefined()
  const opened = { ...waiting, isOpened: true }
  expect(refuseReminder(opened, BUSINESS, BY_TEXT, { now: NOW, spare: 1 })).toBe('opened')
  const two = { ...waiting, reminders: 2 }
  expect(refuseReminder(two, BUSINESS, BY_TEXT, { now: NOW, spare: 1 })).toBe('reminded_before')
})

test.each<[ReminderRefusal, Partial<Remindable>]>([
  ['not_sent', { state: 'scheduled', sentAt: null }],
  ['not_sent', { state: 'unknown', sentAt: null }],
  ['not_sent', { state: 'cancelled' }],
  ['not_delivered', { state: 'failed' }],
  ['opted_out', { isOptedOut: true }],
  ['opened', { isOpened: true }],
  ['review_came', { hasLikelyReview: true }],
  ['reviews_unknown', { hasLikelyReview: 'unknown' }],
  ['newer_text', { hasNewerText: true }],
  ['no_longer_paid', { isStillPaid: false }],
  ['held_out', { isHeldOut: true }],
])('says %s by either way', (reason, text) => {
  expect([refuse(text, BY_TEXT), refuse(text, BY_EMAIL)]).toEqual([reason, reason])
})

test('goes by the link alone where reviews are not connected', () => {
  expect(refuse({ hasLikelyReview: undefined })).toBeUndefined()
  expect(refuse({ hasLikelyReview: undefined, isOpened: true })).toBe('opened')
})

test('needs an address that accepts mail for an e-mail, and none for a text', () => {
  expect(refuse({ hasAddress: false }, BY_EMAIL)).toBe('no_address')
  expect(refuse({ hasBounced: true }, BY_EMAIL)).toBe('bounced')
  expect(refuse({ hasAddress: false, hasBounced: true }, BY_TEXT)).toBeUndefined()
})

test('names a postal address in an e-mail to the United States, or sends none', () => {
  const without = { ...BUSINESS, hasPostalAddress: false }
  const of = (country: string, choice: ReminderChoice) =>
    refuseReminder({ ...TEXT, country }, without, choice, { now: NOW })
  expect(of('US', BY_EMAIL)).toBe('no_postal_address')
  expect(refuse({ country: 'US' }, BY_EMAIL)).toBeUndefined()
  expect(of('AU', BY_EMAIL)).toBeUndefined()
  expect(of('US', { ...BY_TEXT, attested: ['US:text'] })).toBeUndefined()
})

test('stops with the business, and before all else', () => {
  const off = { ...BUSINESS, automationEnabled: false }
  expect(refuseReminder(TEXT, off, BY_TEXT, { now: NOW })).toBe('automation_off')
  const gone = { ...BUSINESS, isDeactivated: true }
  expect(refuseReminder({ ...TEXT, isOpened: true }, gone, BY_TEXT, { now: NOW })).toBe('deactivated')
})

test('is due on the day that the owner chose, never before the 7th nor after the 14th', () => {
  for (const [afterDays, days] of [
    [7, 7],
    [10, 10],
    [14, 14],
    [1, 7],
    [60, 14],
  ])
    expect(remindsAt(SENT, { afterDays: afterDays! })).toEqual(after(days!))
})

test('is too late once nights, holidays and the pace have put it off by more than two days', () => {
  const last = after(REMINDER_DAYS.last + 2)
  const later = new Date(last.getTime() + 1)
  expect([refuse({}, BY_TEXT, last), refuse({}, BY_TEXT, later)]).toEqual([undefined, 'too_late'])
})

test('keeps to the law of each country, and to countries that were looked at', () => {
  const ways = ['text', 'email'] as const
  const all = Object.keys(attestationWords)
  const of = (country: string, attested: string[]) =>
    ways.map((way) => refuseCountry(country, way, attested) ?? 'goes')
  expect(of('AU', [])).toEqual(['goes', 'goes'])
  expect(of('US', [])).toEqual(['not_attested', 'goes'])
  for (const country of ['GB', 'NZ']) expect(of(country, [])).toEqual(['not_attested', 'not_attested'])
  for (const country of ['AU', 'GB', 'NZ', 'US']) expect(of(country, all)).toEqual(['goes', 'goes'])
  for (const country of ['CA', 'IE', 'FR', 'constructor'])
    expect(of(country, all)).toEqual(['country_not_known', 'country_not_known'])
  expect(refuseCountry('GB', 'email', ['GB:text', 'NZ:email'])).toBe('not_attested')
})

const happening = fc.oneof(
  // Nothing that concerns it, on most days.
  { arbitrary: fc.constant<Partial<Remindable>>({}), weight: 20 },
  {
    arbitrary: fc.constantFrom<Partial<Remindable>>(
      { isOptedOut: true },
      { isOpened: true },
      { hasLikelyReview: true },
      { hasNewerText: true },
      { isStillPaid: false },
      { isStillPaid: true },
      { isHeldOut: true },
      { hasBounced: true },
      { state: 'failed' },
      { state: 'delivered' },
    ),
    weight: 1,
  },
)
const day = fc.record({
  happening,
  automationEnabled: fc.boolean(),
  afterDays: fc.integer({ min: 0, max: 30 }),
  way: fc.constantFrom('text' as const, 'email' as const),
  /** Workers that look at the same time, one after the other behind the lock of the row. */
  looks: fc.integer({ min: 0, max: 3 }),
  hoursLate: fc.integer({ min: 0, max: 23 }),
})

test('whatever happens on each of forty days, nobody is reminded twice, nor after what ends it', () => {
  let histories = 0
  fc.assert(
    fc.property(fc.array(day, { minLength: 40, maxLength: 40 }), (days) => {
      const text = { ...TEXT }
      const reminded: number[] = []
      for (const [
        index,
        { happening: what, looks, hoursLate, automationEnabled, ...chosen },
      ] of days.entries()) {
        Object.assign(text, what)
        const now = after(index + hoursLate / 24)
        const choice = { ...chosen, attested: [] }
        for (let look = 0; look < looks; look += 1) {
          if (now < remindsAt(SENT, choice)) continue
          if (refuseReminder(text, { ...BUSINESS, automationEnabled }, choice, { now })) continue
          expect(automationEnabled && text.isStillPaid && text.state === 'delivered').toBe(true)
          expect(text.isOptedOut || text.isOpened || text.hasLikelyReview || text.hasNewerText).toBe(false)
          expect(text.isHeldOut || (choice.way === 'email' && text.hasBounced)).toBe(false)
          text.reminders += 1
          reminded.push((now.getTime() - SENT.getTime()) / DAY_MS)
        }
      }
      expect(reminded.length).toBeLessThanOrEqual(1)
      for (const at of reminded) expect(at >= 7 && at <= 16).toBe(true)
      histories += reminded.length
    }),
    { numRuns: 1000, seed: 18 },
  )
  // Most of them get that far.
  expect(histories).toBeGreaterThan(500)
})
