import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  clockBetween,
  DAY_MS,
  instantOf,
  localDate,
  MINUTE_MS,
  monthBounds,
  offsetChange,
  startOfDay,
  wallClock,
} from './dates.ts'

const zones = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Kathmandu',
  'UTC',
]
const zone = fc.constantFrom(...zones)
const minute = fc
  .integer({ min: Date.UTC(2005, 0, 1) / MINUTE_MS, max: Date.UTC(2040, 0, 1) / MINUTE_MS })
  .map((minutes) => new Date(minutes * MINUTE_MS))

const sydney = 'Australia/Sydney'
const at = (text: string): { year: number; month: number; day: number; hour: number; minute: number } => {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { year, month, day, hour, minute }
}
const asNumber = (instant: Date, timeZone: string): number => {
  const wall = wallClock(instant, timeZone)
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
}

test.each([
  ['summer', '2026-11-20T08:30', sydney, '2026-11-19T21:30:00Z'],
  ['winter', '2026-07-01T08:30', sydney, '2026-06-30T22:30:00Z'],
  ['midnight', '2026-11-20T00:00', sydney, '2026-11-19T13:00:00Z'],
  ['a quarter of an hour', '2026-11-20T08:00', 'Asia/Kathmandu', '2026-11-20T02:15:00Z'],
  ['a time that occurs twice is its first occurrence', '2026-04-05T02:30', sydney, '2026-04-04T15:30:00Z'],
  ['a time that is skipped is the end of the gap', '2026-10-04T02:30', sydney, '2026-10-03T16:00:00Z'],
  ['the start of a gap', '2026-10-04T02:00', sydney, '2026-10-03T16:00:00Z'],
  ['just after a gap', '2026-10-04T03:00', sydney, '2026-10-03T16:00:00Z'],
  ['half an hour skipped', '2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['a whole day skipped', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
])('%s: the wall at %s in %s is %s', (_, wall, timeZone, expected) => {
  expect(instantOf(at(wall), timeZone)).toEqual(new Date(expected))
})

test('the wall clock shows what the clock on the wall shows, also at midnight', () => {
  expect(wallClock(new Date('2026-11-19T13:00:59Z'), sydney)).toEqual(at('2026-11-20T00:00'))
  expect(localDate(new Date('2026-11-19T12:59:59Z'), sydney)).toBe('2026-11-19')
  expect(localDate(new Date('2026-11-19T13:00:00Z'), sydney)).toBe('2026-11-20')
  expect(localDate(new Date('2026-01-01T00:30:00Z'), 'America/New_York')).toBe('2025-12-31')
})

test('every wall time finds its way back to the first instant that shows it', () => {
  fc.assert(
    fc.property(minute, zone, (instant, timeZone) => {
      const found = instantOf(wallClock(instant, timeZone), timeZone)
      expect(asNumber(found, timeZone)).toBe(asNumber(instant, timeZone))
      expect(found.getTime()).toBeLessThanOrEqual(instant.getTime())
    }),
  )
})

test('no instant just before shows the time or later, even in a gap', () => {
  const wallTimes = minute.map((utc) => wallClock(utc, 'UTC'))
  fc.assert(
    fc.property(wallTimes, zone, (wall, timeZone) => {
      const asked = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
      const found = instantOf(wall, timeZone)
      expect(asNumber(found, timeZone)).toBeGreaterThanOrEqual(asked)
      expect(asNumber(new Date(found.getTime() - MINUTE_MS), timeZone)).toBeLessThan(asked)
    }),
    { numRuns: 300 },
  )
})

describe('the nights the clocks change', () => {
  test.each([
    ['2026-10-03T00:00:00Z', sydney, '2026-10-03T16:00:00Z'],
    ['2026-04-04T00:00:00Z', sydney, '2026-04-04T16:00:00Z'],
    ['2026-03-29T00:00:00Z', 'Europe/London', '2026-03-29T01:00:00Z'],
  ])('are found within the day after %s in %s', (from, timeZone, expected) => {
    const start = new Date(from)
    expect(offsetChange(start, new Date(start.getTime() + DAY_MS), timeZone)).toEqual(new Date(expected))
  })

  test('are only looked for where the clocks do change', () => {
    expect(
      offsetChange(new Date('2026-06-01T00:00:00Z'), new Date('2026-06-02T00:00:00Z'), sydney),
    ).toBeUndefined()
  })
})

test('a month begins and ends with its first and last day, over the turn of the year too', () => {
  expect(monthBounds('2026-12', sydney)).toEqual({
    begins: new Date('2026-11-30T13:00:00Z'),
    ends: new Date('2026-12-31T13:00:00Z'),
  })
  expect(monthBounds('2026-10', sydney)).toEqual({
    begins: new Date('2026-09-30T14:00:00Z'),
    ends: new Date('2026-10-31T13:00:00Z'),
  })
})

test('each day begins where the one before it ends, and every instant lies in the day of its date', () => {
  fc.assert(
    fc.property(minute, zone, (instant, timeZone) => {
      const day = localDate(instant, timeZone)
      const begins = startOfDay(day, timeZone)
      const ends = startOfDay(addDays(day, 1), timeZone)
      expect(begins.getTime()).toBeLessThanOrEqual(instant.getTime())
      expect(ends.getTime()).toBeGreaterThan(instant.getTime())
      expect(localDate(new Date(ends.getTime() - 1), timeZone)).toBe(day)
    }),
  )
})

test('the clocks of a zone change at the very instant that is said, whatever was asked before', () => {
  const change = new Date('2026-10-03T16:00:00Z')
  const before = new Date(change.getTime() - 1)
  for (const instant of [change, before, change, new Date('2031-01-01'), before])
    expect(wallClock(instant, sydney).hour).toBe({ [+change]: 3, [+before]: 1 }[+instant] ?? 11)
  expect(offsetChange(before, change, sydney)).toEqual(change)
  expect(offsetChange(change, new Date(change.getTime() + DAY_MS), sydney)).toBeUndefined()
})

test('a wall time that no calendar has is refused', () => {
  expect(() => instantOf(at('2026-13-01T00:00'), sydney)).toThrow(RangeError)
})

test('two zones have the same clock where they show the same throughout, and only there', () => {
  const among = (from: string, until: string, zone: string): string =>
    clockBetween(new Date(from), new Date(until), zone)
  const winter = ['2026-12-01T00:00Z', '2026-12-15T00:00Z'] as const
  expect(among(...winter, 'America/Detroit')).toBe(among(...winter, 'America/New_York'))
  expect(among(...winter, 'America/Chicago')).not.toBe(among(...winter, 'America/New_York'))
  expect(among(...winter, 'America/Phoenix')).toBe(among(...winter, 'America/Denver'))
  // The clocks of Los Angeles go back on 1 November 2026 at 09:00 UTC; those of Phoenix never.
  const before = ['2026-10-25T00:00Z', '2026-11-01T08:59:59Z'] as const
  expect(among(...before, 'America/Los_Angeles')).toBe(among(...before, 'America/Phoenix'))
  const upToIt = ['2026-10-25T00:00Z', '2026-11-01T09:00Z'] as const
  expect(among(...upToIt, 'America/Los_Angeles')).not.toBe(among(...upToIt, 'America/Phoenix'))
})
