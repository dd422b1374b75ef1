import { expect, test, vi } from 'vitest'
import { watchPauses } from './watch-pauses.ts'

test('a process that did not look for longer than it may has stood still, once for each time', () => {
  vi.useFakeTimers()
  try {
    let now = 5
    const pauses = watchPauses(10_000, () => now)
    now += 10_000
    expect(pauses()).toBe(0)
    now += 10_001
    expect(pauses()).toBe(1)
    expect(pauses()).toBe(1)
    // It looks by itself, so that nobody who asks seldom takes that for a pause.
    for (let ticks = 0; ticks < 12; ticks += 1) {
      now += 5_000
      vi.advanceTimersByTime(5_000)
    }
    expect(pauses()).toBe(1)
    now += 60_000
    expect(pauses()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
