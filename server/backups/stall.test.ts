import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchForStall } from './stall.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a statement that computes for long is no stall, and what hangs after it is one', async () => {
  const stalled = vi.fn<() => void>()
  const watch = watchForStall(1_000, stalled)
  const summing = Promise.withResolvers<string>()
  const sum = watch.during(summing.promise)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stalled).not.toHaveBeenCalled()
  summing.resolve('sum')
  expect(await sum).toBe('sum')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stalled).toHaveBeenCalledOnce()
  watch.end()
})
