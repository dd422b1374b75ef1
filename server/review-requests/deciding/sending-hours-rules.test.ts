import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS, wallClock } from '../../platform/dates.ts'
import { closesAfter, nextSendingMoment, type SendingHours } from './sending-hours-rules.ts'

const sydney = 'Australia/Sydney'
const EIGHT = 8 * 60
const TWENTY = 20 * 60

test.each([
  ['inside the hours at once', '2026-11-20T10:00:07.5+11:00', EIGHT, TWENTY, '2026-11-20T10:00:07.5+11:00'],
  ['at opening time at once', '2026-11-20T08:00+11:00', EIGHT, TWENTY, '2026-11-20T08:00+11:00'],
  [
    'early in the morning later that morning',
    '2026-11-20T05:12:30+11:00',
    EIGHT,
    TWENTY,
    '2026-11-20T08:00+11:00',
  ],
  ['at closing time the next morning', '2026-11-20T20:00+11:00', EIGHT, TWENTY, '2026-11-21T08:00+11:00'],
  [
    'a second before closing at once',
    '2026-11-20T19:59:59+11:00',
    EIGHT,
    TWENTY,
    '2026-11-20T19:59:59+11:00',
  ],
  ['late on new year’s eve next year', '2026-12-31T23:59+11:00', EIGHT, TWENTY, '2027-01-01T08:00+11:00'],
  [
    'over the spring change, nine hours later by the wall',
    '2026-10-03T23:00+10:00',
    EIGHT,
    TWENTY,
    '2026-10-04T08:00+11:00',
  ],
  ['over the autumn change', '2026-04-04T23:00+11:00', EIGHT, TWENTY, '2026-04-05T08:00+10:00'],
  [
    'when opening time is skipped at the end of the gap',
    '2026-10-04T00:00+10:00',
    150,
    TWENTY,
    '2026-10-04T03:00+11:00',
  ],
  [
    'when all the hours are skipped the next day',
    '2026-10-04T00:00+10:00',
    130,
    170,
    '2026-10-05T02:10+11:00',
  ],
  [
    'when opening time comes twice also at its second',
    '2026-04-05T02:10+10:00',
    150,
    TWENTY,
    '2026-04-05T02:30+10:00',
  ],
  ['when closing time comes twice', '2026-04-05T02:40+11:00', 60, 150, '2026-04-05T02:00+10:00'],
  [
    'hours over midnight, by day in the evening',
    '2026-11-20T12:00+11:00',
    TWENTY,
    120,
    '2026-11-20T20:00+11:00',
  ],
  ['hours over midnight, by night at once', '2026-11-20T01:00+11:00', TWENTY, 120, '2026-11-20T01:00+11:00'],
  ['hours until midnight', '2026-11-20T23:59+11:00', EIGHT, 1440, '2026-11-20T23:59+11:00'],
  ['hours from midnight to midnight', '2026-11-20T03:00+11:00', 0, 1440, '2026-11-20T03:00+11:00'],
  ['no hours set', '2026-11-20T03:00+11:00', null, null, '2026-11-20T03:00+11:00'],
  ['no closing set', '2026-11-20T03:00+11:00', EIGHT, null, '2026-11-20T03:00+11:00'],
])('a text goes out: %s', (_, from, opens, closes, expected) => {
  const moment = nextSendingMoment(new Date(from), { timeZone: sydney, from: opens, until: closes })
  expect(moment).toEqual(new Date(expected))
})

const instant = fc.date({ min: new Date('2010-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const minuteOfDay = fc.integer({ min: 0, max: 1440 })
const hours: fc.Arbitrary<SendingHours> = fc.record({
  timeZone: fc.constantFrom(
    sydney,
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'Pacific/Apia',
    'Europe/London',
    'America/St_Johns',
    'Africa/Casablanca',
    'Antarctica/Troll',
  ),
  from: minuteOfDay,
  until: minuteOfDay,
})

const isOpen = (moment: Date, { timeZone, from, until }: SendingHours): boolean => {
  const wall = wallClock(moment, timeZone)
  const minute = wall.hour * 60 + wall.minute
  if (from! % 1440 === until! % 1440) return true
  return from! < until! ? minute >= from! && minute < until! : minute >= from! || minute < until!
}

test('never before it was asked for, always inside the hours, and asking again changes nothing', () => {
  fc.assert(
    fc.property(instant, hours, (from, window) => {
      const moment = nextSendingMoment(from, window)
      expect(moment.getTime()).toBeGreaterThanOrEqual(from.getTime())
      expect(isOpen(moment, window)).toBe(true)
      expect(nextSendingMoment(moment, window)).toEqual(moment)
    }),
  )
})

const nearAChange = fc
  .tuple(
    fc.constantFrom(
      '2026-04-04T14:00Z',
      '2026-10-03T14:00Z',
      '2026-03-29T00:00Z',
      '2026-10-25T00:00Z',
      '2011-12-30T04:00Z',
    ),
    fc.integer({ min: 0, max: 14 * 3_600_000 }),
  )
  .map(([start, after]) => new Date(Date.parse(start) + after))

test('no earlier minute would have done, also around the nights the clocks change', () => {
  fc.assert(
    fc.property(fc.oneof(instant, nearAChange), hours, (from, window) => {
      const moment = nextSendingMoment(from, window).getTime()
      const firstMinute = Math.ceil((from.getTime() + 1) / MINUTE_MS) * MINUTE_MS
      let earliest = firstMinute
      while (earliest < moment && !isOpen(new Date(earliest), window)) earliest += MINUTE_MS
      expect(earliest).toBeGreaterThanOrEqual(moment)
      expect(moment === from.getTime() || !isOpen(from, window)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['in the evening', '2026-11-20T10:00:07.5+11:00', EIGHT, TWENTY, '2026-11-20T20:00+11:00'],
  ['a second before', '2026-11-20T19:59:59+11:00', EIGHT, TWENTY, '2026-11-20T20:00+11:00'],
  ['in the small hours of the next day', '2026-11-20T21:00+11:00', TWENTY, 120, '2026-11-21T02:00+11:00'],
  ['at midnight', '2026-11-20T21:00+11:00', EIGHT, 1440, '2026-11-21T00:00+11:00'],
  [
    'when their end is skipped, where the gap begins',
    '2026-10-04T01:00+10:00',
    0,
    150,
    '2026-10-04T02:00+10:00',
  ],
  ['after the gap, an hour sooner', '2026-10-03T23:00+10:00', TWENTY, EIGHT, '2026-10-04T08:00+11:00'],
  ['when their end comes twice, at its first', '2026-04-05T01:00+11:00', 0, 150, '2026-04-05T02:30+11:00'],
  [
    'when the clock goes back just then, an hour later',
    '2026-04-05T01:00+11:00',
    0,
    180,
    '2026-04-05T03:00+10:00',
  ],
  ['at once where they are closed', '2026-11-20T20:00+11:00', EIGHT, TWENTY, '2026-11-20T20:00+11:00'],
  ['never without hours', '2026-11-20T10:00+11:00', null, null, undefined],
  ['never where they are round the clock', '2026-11-20T10:00+11:00', 0, 1440, undefined],
])('sending hours end %s', (_, moment, from, until, expected) => {
  const closing = closesAfter(new Date(moment), { timeZone: sydney, from, until })
  expect(closing).toEqual(expected && new Date(expected))
})

test('it is open in every minute before the closing, and not at it', () => {
  fc.assert(
    fc.property(fc.oneof(instant, nearAChange), hours, (from, window) => {
      const opening = nextSendingMoment(from, window)
      const closing = closesAfter(opening, window)
      const isAlways = window.from! % 1440 === window.until! % 1440
      expect(closing === undefined).toBe(isAlways)
      if (!closing) return
      expect(isOpen(closing, window)).toBe(false)
      for (let at = opening.getTime(); at < closing.getTime(); at += MINUTE_MS)
        if (!isOpen(new Date(at), window)) expect(new Date(at)).toEqual(closing)
      expect(isOpen(new Date(closing.getTime() - 1), window)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
