import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { nextSendingMoment } from '../deciding/sending-hours-rules.ts'
import { planPace, type Waiting } from './pace-rules.ts'

const HOUR_MS = 60 * MINUTE_MS
const NOW = new Date('2026-11-20T10:00+11:00')
const PACE = { perHour: 20, perDay: 60 }
const always = (moment: Date): Date => moment
const byDay = (moment: Date): Date =>
  nextSendingMoment(moment, { timeZone: 'Australia/Sydney', from: 480, until: 1200 })

const some = (count: number, more: Partial<Waiting> = {}): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `text ${index}`,
    isPlanned: false,
    opensAt: byDay,
    ...more,
  }))
const facts = { now: NOW, pace: PACE, gone: [], planned: [], openMinutes: 720 }
const minutesAfter = (moments: Map<string, Date>): number[] =>
  [...moments.values()].map((moment) => (moment.getTime() - NOW.getTime()) / MINUTE_MS)

test('what fits into an hour goes at once', () => {
  expect(minutesAfter(planPace(some(20), { ...facts, dueCount: 20 }))).toEqual(
    Array.from({ length: 20 }, () => 0),
  )
})

test('a flood begins after a quarter of an hour, and is spread evenly over the sending hours', () => {
  const moments = planPace(some(30), { ...facts, dueCount: 214 })
  expect(minutesAfter(moments)).toEqual(Array.from({ length: 30 }, (_, index) => 15 + 12 * index))
})

test('what is due later goes behind what has its moment', () => {
  const planned = [new Date(NOW.getTime() + 3 * HOUR_MS)]
  expect(minutesAfter(planPace(some(1), { ...facts, planned, dueCount: 1 }))).toEqual([180])
})

test('its moment has come: it goes, before what is due without one', () => {
  const waiting = [...some(1), { id: 'planned', isPlanned: true, opensAt: byDay }]
  const planned = Array.from(
    { length: 30 },
    (_, index) => new Date(NOW.getTime() + (index + 1) * 12 * MINUTE_MS),
  )
  const moments = planPace(waiting, { ...facts, planned, dueCount: 2 })
  expect(moments.get('planned')).toEqual(NOW)
  expect(moments.get('text 0')!.getTime()).toBe(NOW.getTime() + 31 * 12 * MINUTE_MS)
})

test('after a full hour the next waits until the first of it is an hour old', () => {
  const gone = Array.from({ length: 20 }, (_, index) => new Date(NOW.getTime() - (40 - index) * MINUTE_MS))
  expect(minutesAfter(planPace(some(1), { ...facts, gone, dueCount: 1 }))).toEqual([20])
})

test('after a full day the next waits until the first of it is a day old', () => {
  const gone = Array.from({ length: 60 }, (_, index) => new Date(NOW.getTime() - (10 + index / 10) * HOUR_MS))
  const [minutes] = minutesAfter(planPace(some(1, { opensAt: always }), { ...facts, gone, dueCount: 1 }))
  expect(minutes).toBeCloseTo((24 - 15.9) * 60, 5)
})

test('a night lies between the texts of a flood where their customers sleep', () => {
  const moments = planPace(some(80), { ...facts, dueCount: 80 })
  const hours = [...moments.values()].map((moment) => new Date(moment.getTime() + 11 * HOUR_MS).getUTCHours())
  expect(hours.every((hour) => hour >= 8 && hour < 20)).toBe(true)
})

test('however they come, never more than the pace in any hour or day, and none is forgotten', () => {
  const arrivals = fc.array(
    fc.record({ minute: fc.integer({ min: 0, max: 3 * 24 * 60 }), count: fc.integer({ min: 1, max: 120 }) }),
    { minLength: 1, maxLength: 6 },
  )
  const pace = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 60 }))
    .map(([perHour, more]) => ({ perHour, perDay: perHour + more }))
  fc.assert(
    fc.property(arrivals, pace, (all, wanted) => {
      const went = play(all, wanted)
      expect(went).toHaveLength(all.reduce((sum, { count }) => sum + count, 0))
      for (const at of went) {
        expect(went.filter((other) => other > at - HOUR_MS && other <= at).length).toBeLessThanOrEqual(
          wanted.perHour,
        )
        expect(went.filter((other) => other > at - DAY_MS && other <= at).length).toBeLessThanOrEqual(
          wanted.perDay,
        )
      }
    }),
    { numRuns: 60 },
  )
})

/** As the sender does it: forty at a time, whenever something is due. Returns when each went. */
const play = (arrivals: { minute: number; count: number }[], pace: typeof PACE): number[] => {
  const texts: { id: string; due: number; isPlanned: boolean }[] = arrivals.flatMap(
    ({ minute, count }, place) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${place} ${index}`,
        due: NOW.getTime() + minute * MINUTE_MS,
        isPlanned: false,
      })),
  )
  const went: number[] = []
  while (texts.length > 0) {
    const now = Math.min(...texts.map(({ due }) => due))
    const due = texts.filter((text) => text.due <= now)
    const batch = due.slice(0, 40)
    const planned = texts.filter((text) => text.isPlanned && text.due > now).map((text) => new Date(text.due))
    const moments = planPace(
      batch.map(({ id, isPlanned }) => ({ id, isPlanned, opensAt: byDay })),
      {
        now: new Date(now),
        pace,
        gone: went.filter((at) => at > now - DAY_MS).map((at) => new Date(at)),
        planned,
        dueCount: due.length,
        openMinutes: 720,
      },
    )
    for (const text of batch) {
      const at = moments.get(text.id)!.getTime()
      if (at <= now) {
        went.push(now)
        texts.splice(texts.indexOf(text), 1)
      } else Object.assign(text, { due: at, isPlanned: true })
    }
  }
  return went
}
