import { expect, test } from 'vitest'
import { dueAtFirst } from './recipient-hours-rules.ts'

const SAM = { phone: '+61491570006', country: 'AU', timeZone: 'Australia/Sydney' }
const EIGHT = 8 * 60
const TWENTY = 20 * 60
const FIVE_PM = 17 * 60
const ONE_HOUR = 60

test.each([
  ['in the morning at five that day', '2026-11-20T09:30+11:00', FIVE_PM, 0, '2026-11-20T17:00+11:00'],
  ['an hour before at five that day', '2026-11-20T16:00+11:00', FIVE_PM, 0, '2026-11-20T17:00+11:00'],
  [
    'with less than an hour to say no the next day',
    '2026-11-20T16:01+11:00',
    FIVE_PM,
    0,
    '2026-11-21T17:00+11:00',
  ],
  ['in the evening the next day', '2026-11-20T18:00+11:00', FIVE_PM, 0, '2026-11-21T17:00+11:00'],
  ['at night the next day at five', '2026-11-20T23:30+11:00', FIVE_PM, 0, '2026-11-21T17:00+11:00'],
  [
    'never before the delay is over',
    '2026-11-20T14:30+11:00',
    FIVE_PM,
    3 * ONE_HOUR,
    '2026-11-21T17:00+11:00',
  ],
  [
    'after a delay that ends before five',
    '2026-11-20T09:00+11:00',
    FIVE_PM,
    3 * ONE_HOUR,
    '2026-11-20T17:00+11:00',
  ],
  ['by the wall over the spring change', '2026-10-03T18:00+10:00', FIVE_PM, 0, '2026-10-04T17:00+11:00'],
  ['by the wall over the autumn change', '2026-04-04T18:00+11:00', FIVE_PM, 0, '2026-04-05T17:00+10:00'],
  ['without being asked at once', '2026-11-20T09:30+11:00', null, 0, '2026-11-20T09:30+11:00'],
])('a text that is decided %s', (_what, now, askFirstAt, delayMinutes, due) => {
  const business = { delayMinutes, sendingFrom: EIGHT, sendingUntil: TWENTY, askFirstAt, isDecent: true }
  expect(dueAtFirst(business, SAM, new Date(now))).toEqual(new Date(due))
})

test('a time to go that the sending hours lost since waits for them', () => {
  const hours = { sendingFrom: EIGHT, sendingUntil: 12 * 60, isDecent: true }
  const business = { ...hours, delayMinutes: 0, askFirstAt: FIVE_PM }
  expect(dueAtFirst(business, SAM, new Date('2026-11-20T09:30+11:00'))).toEqual(
    new Date('2026-11-21T08:00+11:00'),
  )
})

test('a customer abroad is not asked at night because it is five where the owner is', () => {
  const business = {
    delayMinutes: 0,
    sendingFrom: EIGHT,
    sendingUntil: TWENTY,
    askFirstAt: FIVE_PM,
    isDecent: true,
  }
  const zoe = { phone: '+447400123456', country: 'GB', timeZone: 'Australia/Sydney' }
  // Five in the afternoon in Sydney is six in the morning in London.
  expect(dueAtFirst(business, zoe, new Date('2026-11-20T09:30+11:00'))).toEqual(new Date('2026-11-20T08:00Z'))
})
