import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPauses } from './watch-pauses.ts'

let now: number
beforeEach(() => {
  now = 5
  vi.useFakeTimers({ toFake: ['setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs on, so that its own looks happen. */
const run = (ms: number) => {
  for (let done = 0; done < ms; done += 1_000) {
    now += 1_000
    vi.advanceTimersByTime(1_000)
  }
}

test('a process that stood still for too long is not rested for a while, each time', () => {
  const isRested = watchPauses({ longestMs: 10_000, restMs: 8_000 }, () => now)
  expect(isRested()).toBe(true)
  now += 10_000
  expect(isRested()).toBe(true)
  now += 10_001
  expect(isRested()).toBe(false)
  run(7_000)
  expect(isRested()).toBe(false)
  // Once more, before it was.
  now += 60_000
  expect(isRested()).toBe(false)
  run(7_000)
  expect(isRested()).toBe(false)
  run(1_000)
  expect(isRested()).toBe(true)
})

test('how long it stood still is told once, so that nobody blames the database for it', () => {
  const told: number[] = []
  watchPauses({ longestMs: 10_000, restMs: 8_000, stoodStill: (ms) => told.push(ms) }, () => now)
  run(20_000)
  now += 24_000
  run(20_000)
  expect(told).toEqual([29_000])
})

test('who asks seldom takes that for no pause', () => {
  const isRested = watchPauses({ longestMs: 10_000, restMs: 8_000 }, () => now)
  run(120_000)
  expect(isRested()).toBe(true)
})
