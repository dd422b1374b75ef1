import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { createLane } from './lane.ts'

const log = createLog('test', 'silent')

afterEach(() => {
  vi.useRealTimers()
})

test('a key that is woken without an end has its runs ever further apart, up to a limit; a rest forgets that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const run = () => {
    begunAt.push(performance.now())
    return Promise.resolve()
  }
  const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 100, mostMs: 500 } })
  const wakeFor = async (ms: number) => {
    const since = performance.now()
    for (let gone = 0; gone < ms; gone += 10) {
      lane.wake('a')
      await vi.advanceTimersByTimeAsync(10)
    }
    return begunAt.filter((at) => at >= since).map((at) => at - since)
  }
  expect(await wakeFor(1_800)).toEqual([0, 100, 300, 700, 1_200, 1_700])
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await wakeFor(200)).slice(0, 2)).toEqual([0, 100])
  await lane.stop()
})

test('they are further apart also where a rush of wakes lets each begin late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const run = async (key: string) => {
    if (key === 'a') begunAt.push(performance.now())
  }
  const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 100, mostMs: 4_000 } })
  for (let gone = 0; gone < 20_000; gone += 10) {
    for (const key of ['a', 'b', 'c']) lane.wake(key)
    await vi.advanceTimersByTimeAsync(10)
  }
  const gaps = begunAt.slice(1).map((at, index) => at - begunAt[index]!)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(4_000)
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
  await lane.stop()
})

test('what woke a run that failed does not make a run of much later one that follows soon', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const run = async () => {
    begunAt.push(performance.now())
    if (begunAt.length > 1) return
    await new Promise((resolve) => setTimeout(resolve, 20))
    throw new Error('no')
  }
  const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 100, mostMs: 500 } })
  lane.wake('a')
  await vi.advanceTimersByTimeAsync(10)
  lane.wake('a')
  await vi.advanceTimersByTimeAsync(20)
  lane.wake('a')
  await vi.advanceTimersByTimeAsync(6_000)
  const since = performance.now()
  lane.wake('a')
  await vi.advanceTimersByTimeAsync(150)
  lane.wake('a')
  await vi.advanceTimersByTimeAsync(500)
  expect(begunAt.slice(1).map((at) => at - since)).toEqual([0, 150])
  await lane.stop()
})
