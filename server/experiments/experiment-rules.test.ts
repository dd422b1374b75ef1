import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../platform/dates.ts'
import { sha256 } from '../platform/seal.ts'
import { isRunningAt, judge, judgedAt, type Side } from './experiment-rules.ts'
import { sideOf } from './side-of.ts'

const SEED = '000102030405060708090a0b0c0d0e0f'
const begins = new Date('2026-03-02T00:00:00Z')
const ends = new Date('2026-04-27T00:00:00Z')
const dates = { registeredAt: begins.toISOString(), endsAt: ends.toISOString(), stoppedAt: null }
const phones = Array.from({ length: 4_000 }, (_, at) => sha256(`phone ${at}`))

describe('the side of a customer', () => {
  test.each([10, 50])('is b for %i of a hundred, about', (percentB) => {
    const onB = phones.filter((phone) => sideOf({ seed: SEED, percentB }, phone).side === 'b').length
    // Four standard deviations.
    const reach = 4 * Math.sqrt((phones.length * percentB * (100 - percentB)) / 10_000)
    expect(Math.abs(onB - (phones.length * percentB) / 100)).toBeLessThan(reach)
  })

  test('is the same whenever it is asked, and drawn anew by another seed', () => {
    const sides = (seed: string): Side[] => phones.map((phone) => sideOf({ seed, percentB: 50 }, phone).side)
    const first = sides(SEED)
    const other = sides('f'.repeat(32))
    expect(sides(SEED)).toEqual(first)
    const alike = first.filter((side, at) => side === other[at]).length
    expect(Math.abs(alike - phones.length / 2)).toBeLessThan(4 * Math.sqrt(phones.length / 4))
  })

  test('is this one for this seed, in every later version', () => {
    const sides = phones.slice(0, 16).map((phone) => sideOf({ seed: SEED, percentB: 50 }, phone).side)
    expect(sides.join('')).toMatchInlineSnapshot(`"abaaabbbaabbbbba"`)
  })

  test('is told without the phone’s own hash', () => {
    const { draw } = sideOf({ seed: SEED, percentB: 50 }, phones[0]!)
    expect(draw.equals(phones[0]!)).toBe(false)
    expect(draw.equals(sideOf({ seed: 'f'.repeat(32), percentB: 50 }, phones[0]!).draw)).toBe(false)
  })
})

test('it runs from its start until its end, or until it was stopped', () => {
  const at = (moment: Date, stoppedAt: string | null = null) => isRunningAt({ ...dates, stoppedAt }, moment)
  expect([
    at(new Date(begins.getTime() - 1)),
    at(begins),
    at(new Date(ends.getTime() - 1)),
    at(ends),
  ]).toEqual([false, true, true, false])
  const stopped = new Date(begins.getTime() + 5 * DAY_MS)
  expect([
    at(new Date(stopped.getTime() - 1), stopped.toISOString()),
    at(stopped, stopped.toISOString()),
  ]).toEqual([true, false])
})

test('its day comes once the last customer has had three weeks, the longer delay and a margin', () => {
  expect(judgedAt({ ...dates, delayA: null, delayB: null })).toEqual(new Date(ends.getTime() + 28 * DAY_MS))
  expect(judgedAt({ ...dates, delayA: 0, delayB: 3 * 24 * 60 })).toEqual(
    new Date(ends.getTime() + 31 * DAY_MS),
  )
})

describe('the judgement', () => {
  const apart = { a: { customers: 200, came: 40 }, b: { customers: 200, came: 90 } }
  const close = { a: { customers: 200, came: 60 }, b: { customers: 200, came: 66 } }
  const due = { isStopped: false, isDue: true }

  test('says nothing before its day, however far apart the sides are', () => {
    expect(judge(apart, { isStopped: false, isDue: false })).toEqual({ kind: 'not-yet' })
  })

  test('says nothing of one that was stopped, nor of what is not known', () => {
    expect(judge(apart, { isStopped: true, isDue: true })).toEqual({ kind: 'stopped' })
    expect(judge(undefined, due)).toEqual({ kind: 'not-known' })
  })

  test('names the better side where both the interval and the exact test do', () => {
    expect(judge(apart, due)).toMatchObject({ kind: 'judged', better: 'b' })
    expect(judge({ a: apart.b, b: apart.a }, due)).toMatchObject({ kind: 'judged', better: 'a' })
    expect(judge(close, due)).toMatchObject({ kind: 'judged', better: null })
  })

  test('names none where a side has nobody', () => {
    const empty = { a: { customers: 200, came: 40 }, b: { customers: 0, came: 0 } }
    expect(judge(empty, due)).toEqual({ kind: 'judged', interval: { low: -1, high: 1 }, better: null })
  })
})
