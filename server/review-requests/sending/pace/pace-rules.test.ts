import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/dates.ts'
import { nextSendingMoment } from '../../deciding/sending-hours-rules.ts'
import { planPace, type PaceFacts, type Turn, type Waiting } from './pace-rules.ts'

const HOUR_MS = 60 * MINUTE_MS
const NOW = new Date('2026-11-20T10:00+11:00')
const PACE = { perHour: 20, perDay: 60 }
const NEVER = new Date(NOW.getTime() + 1000 * DAY_MS)
const always = (moment: Date): Date => moment
const byDayIn =
  (timeZone: string) =>
  (moment: Date): Date =>
    nextSendingMoment(moment, { timeZone, from: 480, until: 1200 })
const byDay = byDayIn('Australia/Sydney')
const abroad = byDayIn('Europe/London')

const some = (count: number, more: Partial<Waiting> = {}): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `text ${index}`,
    hasTurn: false,
    opensAt: byDay,
    until: NEVER,
    ...more,
  }))
const facts: PaceFacts = {
  now: NOW,
  pace: PACE,
  gone: [],
  planned: [],
  dueCount: 0,
  opensAtHome: byDay,
  openMinutes: 720,
}
const turn = (ms: number): Turn => ({
  turnAt: new Date(NOW.getTime() + ms),
  dueAt: new Date(NOW.getTime() + ms),
})
const minutesAfter = (turns: Map<string, Turn>): number[] =>
  [...turns.values()].map(({ dueAt }) => (dueAt.getTime() - NOW.getTime()) / MINUTE_MS)

test('what fits into an hour goes at once', () => {
  expect(minutesAfter(planPace(some(20), { ...facts, dueCount: 20 }))).toEqual(
    Array.from({ length: 20 }, () => 0),
  )
})

test('a flood begins after a quarter of an hour, and is spread evenly over the sending hours', () => {
  const turns = planPace(some(30), { ...facts, dueCount: 214 })
  expect(minutesAfter(turns)).toEqual(Array.from({ length: 30 }, (_, index) => 15 + 12 * index))
})

test('who is awake while the business sleeps is asked at once, where there is no flood', () => {
  const now = new Date('2026-11-20T21:00+11:00')
  const waiting = some(20, { opensAt: abroad })
  const moments = (dueCount: number) =>
    new Set([...planPace(waiting, { ...facts, now, dueCount }).values()].map(({ dueAt }) => dueAt.getTime()))
  expect(moments(20)).toEqual(new Set([now.getTime()]))
  expect(Math.min(...moments(21))).toBeGreaterThan(now.getTime() + DAY_MS / 2)
})

test('what is due later goes behind what has its turn', () => {
  const planned = [turn(3 * HOUR_MS)]
  expect(minutesAfter(planPace(some(1), { ...facts, planned, dueCount: 1 }))).toEqual([180])
})

test('its turn has come: it goes, before what is due without one', () => {
  const waiting = [...some(1), { id: 'planned', hasTurn: true, opensAt: byDay, until: NEVER }]
  const planned = Array.from({ length: 30 }, (_, index) => turn((index + 1) * 12 * MINUTE_MS))
  const turns = planPace(waiting, { ...facts, planned, dueCount: 2 })
  expect(turns.get('planned')!.dueAt).toEqual(NOW)
  expect(turns.get('text 0')!.dueAt.getTime()).toBe(NOW.getTime() + 31 * 12 * MINUTE_MS)
})

test('a flood that comes when the last turn of an earlier one is due begins after a quarter of an hour, too', () => {
  const waiting = [{ id: 'planned', hasTurn: true, opensAt: byDay, until: NEVER }, ...some(30)]
  expect(minutesAfter(planPace(waiting, { ...facts, dueCount: 301 })).slice(0, 3)).toEqual([0, 15, 27])
})

test('after a full hour the next waits until the first of it is an hour old', () => {
  const gone = Array.from({ length: 20 }, (_, index) => new Date(NOW.getTime() - (40 - index) * MINUTE_MS))
  expect(minutesAfter(planPace(some(1), { ...facts, gone, dueCount: 1 }))).toEqual([20])
})

test('what another worker has sent since this one looked at the clock counts', () => {
  const gone = Array.from({ length: 20 }, () => new Date(NOW.getTime() + 30))
  expect(minutesAfter(planPace(some(1), { ...facts, gone, dueCount: 1 }))).toEqual([60])
})

test('after a full day the next waits until the first of it is a day old', () => {
  const gone = Array.from({ length: 60 }, (_, index) => new Date(NOW.getTime() - (10 + index / 10) * HOUR_MS))
  const anyHour = { ...facts, opensAtHome: always }
  const [minutes] = minutesAfter(planPace(some(1, { opensAt: always }), { ...anyHour, gone, dueCount: 1 }))
  expect(minutes).toBeCloseTo((24 - 15.9) * 60, 5)
})

test('a night lies between the texts of a flood where their customers sleep', () => {
  const turns = planPace(some(80), { ...facts, dueCount: 80 })
  const hours = [...turns.values()].map(({ dueAt }) => new Date(dueAt.getTime() + 11 * HOUR_MS).getUTCHours())
  expect(hours.every((hour) => hour >= 8 && hour < 20)).toBe(true)
})

test('customers who sleep hold up no others, in a flood or on an ordinary day', () => {
  const flood = Array.from({ length: 300 }, (_, index) => ({
    id: `${index}`,
    hasTurn: false,
    opensAt: index % 10 === 5 ? abroad : byDay,
    until: NEVER,
  }))
  const last = Math.max(...minutesAfter(planPace(flood, { ...facts, dueCount: 300 })))
  const lastAtHome = Math.max(...minutesAfter(planPace(some(300), { ...facts, dueCount: 300 })))
  expect(last).toBeLessThanOrEqual(lastAtHome + 24 * 60)

  // The hour is full, and the next customer sleeps: an hour later there is room for those at home.
  const gone = Array.from({ length: 20 }, () => new Date(NOW.getTime() - 70 * MINUTE_MS))
  const planned = [{ turnAt: new Date(NOW.getTime() - 70 * MINUTE_MS), dueAt: abroad(NOW) }]
  expect(minutesAfter(planPace(some(1), { ...facts, gone, planned, dueCount: 1 }))).toEqual([0])
})

/** Half of the customers live where the business is. */
const ZONES = [
  ...Array.from({ length: 11 }, () => 'Australia/Sydney'),
  'Australia/Perth',
  'Pacific/Auckland',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Europe/London',
  'Europe/Paris',
  'America/St_Johns',
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
  'Pacific/Honolulu',
]

test('however they come, never more than the pace in any hour or day, none while its customer sleeps, and none is forgotten', () => {
  let schedules = 0
  const arrivals = fc.array(
    fc.record({
      minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      count: fc.integer({ min: 1, max: 120 }),
      zone: fc.constantFrom(...ZONES),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const pace = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 60 }))
    .map(([perHour, more]) => ({ perHour, perDay: perHour + more }))
  fc.assert(
    fc.property(arrivals, pace, (all, wanted) => {
      const went = play(all, wanted)
      expect(went).toHaveLength(all.reduce((sum, { count }) => sum + count, 0))
      schedules += went.length
      for (const { at, opensAt } of went) {
        const since = (ms: number) => went.filter((other) => other.at > at - ms && other.at <= at).length
        expect(opensAt(new Date(at))).toEqual(new Date(at))
        expect(since(HOUR_MS)).toBeLessThanOrEqual(wanted.perHour)
        expect(since(DAY_MS)).toBeLessThanOrEqual(wanted.perDay)
      }
    }),
    { numRuns: 100 },
  )
  expect(schedules).toBeGreaterThan(10_000)
})

test('where more is paid for weeks than may go, as many as may go still do', () => {
  const everyDay = Array.from({ length: 60 }, (_, day) =>
    [0, 150, 300].map((minute) => ({ minute: day * 24 * 60 + minute, count: 2, zone: 'Australia/Sydney' })),
  )
  const went = play(everyDay.flat(), { perHour: 2, perDay: 4 }, 14 * DAY_MS)
  const perDay = Array.from({ length: 60 }, (_, day) => {
    const from = NOW.getTime() + day * DAY_MS
    return went.filter(({ at }) => at >= from && at < from + DAY_MS).length
  })
  expect(Math.min(...perDay)).toBeGreaterThanOrEqual(3)
  expect(went.length).toBeGreaterThan(60 * 4 * 0.95)
})

test('what would come too late takes no place', () => {
  const until = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
  const waiting = [...some(1500, { until: until(14) }), { ...some(1)[0]!, id: 'later', until: until(15) }]
  const turns = planPace(waiting, { ...facts, dueCount: waiting.length })
  const inTime = [...turns].filter(([, { dueAt }]) => dueAt <= until(14))
  expect(inTime.length).toBeGreaterThan(800)
  expect(turns.get('later')!.dueAt.getTime()).toBeLessThanOrEqual(until(14.5).getTime())
})

test.each([
  ['waits for a customer who sleeps', [{ turnAt: new Date(NOW.getTime() - HOUR_MS), dueAt: abroad(NOW) }]],
  ['goes in a minute', [turn(MINUTE_MS)]],
])('a flood begins after a quarter of an hour, too, where one text %s', (_what, planned) => {
  expect(
    Math.min(...minutesAfter(planPace(some(300), { ...facts, planned, dueCount: 300 }))),
  ).toBeGreaterThanOrEqual(15)
})

type Arrival = { minute: number; count: number; zone: string }

/** As the sender does it: forty at a time, whenever something is due. Returns when each went. */
const play = (
  arrivals: Arrival[],
  pace: typeof PACE,
  goesForMs = 1000 * DAY_MS,
): { at: number; opensAt: Waiting['opensAt'] }[] => {
  const texts = arrivals.flatMap(({ minute, count, zone }, place) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${place} ${index}`,
      due: NOW.getTime() + minute * MINUTE_MS,
      turn: undefined as number | undefined,
      until: NOW.getTime() + minute * MINUTE_MS + goesForMs,
      opensAt: byDayIn(zone),
    })),
  )
  const went: ReturnType<typeof play> = []
  while (texts.length > 0) {
    const now = Math.min(...texts.map(({ due }) => due))
    const late = texts.findIndex(({ until }) => until < now)
    if (late >= 0) {
      texts.splice(late, 1)
      continue
    }
    const due = texts.filter((text) => text.due <= now)
    const batch = due.slice(0, 40)
    const planned = texts.flatMap((text) =>
      text.turn !== undefined && text.due > now && text.due <= text.until
        ? [{ turnAt: new Date(text.turn), dueAt: new Date(text.due) }]
        : [],
    )
    const turns = planPace(
      batch.map(({ id, turn: has, opensAt, until }) => ({
        id,
        hasTurn: has !== undefined,
        opensAt,
        until: new Date(until),
      })),
      {
        ...facts,
        now: new Date(now),
        pace,
        gone: went.filter(({ at }) => at > now - DAY_MS).map(({ at }) => new Date(at)),
        planned,
        dueCount: due.length,
      },
    )
    for (const text of batch) {
      const { turnAt, dueAt } = turns.get(text.id)!
      if (dueAt.getTime() <= now) {
        went.push({ at: now, opensAt: text.opensAt })
        texts.splice(texts.indexOf(text), 1)
      } else Object.assign(text, { due: dueAt.getTime(), turn: turnAt.getTime() })
    }
  }
  return went
}
