import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { repeatAfter } from './repeat-after.ts'

const log = createLog('test', 'silent')
const warned = vi.spyOn(log, 'warn')

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  warned.mockClear()
})

const counting = (work: () => Promise<void> = async () => undefined) => {
  const counted = { runs: 0 }
  const repeated = repeatAfter(1_000, log, () => {
    counted.runs += 1
    return work()
  })
  return { counted, ...repeated }
}

test('it runs after each pause', async () => {
  const { counted, stop } = counting()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(counted.runs).toBe(3)
  await stop()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(counted.runs).toBe(3)
})

test('after one that failed it runs again soon', async () => {
  const { counted, stop } = counting(() => Promise.reject(new Error('the database is away')))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counted.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(300)
  expect(counted.runs).toBe(2)
  await stop()
})

test('it runs at once when it is told to, and pauses anew', async () => {
  const { counted, now, stop } = counting()
  now()
  expect(counted.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(counted.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(counted.runs).toBe(2)
  await stop()
})

test('told so during a run it makes one more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { counted, now, stop } = counting(() => promise)
  now()
  now()
  now()
  expect(counted.runs).toBe(1)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(counted.runs).toBe(2)
  await stop()
  now()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(counted.runs).toBe(2)
})

test('what goes on failing says so every ten seconds, and what fails anew at once', async () => {
  let fails = true
  const { stop } = counting(() =>
    fails ? Promise.reject(new Error('the database is away')) : Promise.resolve(),
  )
  await vi.advanceTimersByTimeAsync(10_900)
  expect(warned).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(warned).toHaveBeenCalledTimes(2)
  fails = false
  await vi.advanceTimersByTimeAsync(1_000)
  fails = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(warned).toHaveBeenCalledTimes(3)
  await stop()
})
