import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { DatabaseAway } from '../connections/database-away.ts'
import { openRests } from './lane-rests.ts'
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
  const begun = await wakeFor(4_800)
  expect(begun.slice(0, 3)).toEqual([0, 100, 300])
  // Then it waits for its turn, once, and has it each 500 ms.
  const [turn = 0, ...others] = begun.slice(3)
  expect(turn - 300).toBeGreaterThanOrEqual(375)
  expect(turn - 300).toBeLessThan(875)
  expect(others.map((at) => Math.round((at - turn) / 100) * 100)).toEqual(
    others.map((_, index) => (index + 1) * 500),
  )
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
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(3_000)
  expect(gaps.slice(0, 4)).toEqual(gaps.slice(0, 4).toSorted((one, other) => one - other))
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

test('keys of a flow that were woken first at one moment do not go on beginning together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const run = () => {
    begunAt.push(performance.now())
    return Promise.resolve()
  }
  const mostMs = 2_500
  const lane = createLane({ run, atOnce: 16, log, apart: { firstMs: 250, mostMs } })
  const keys = Array.from({ length: 50 }, (_, index) => `sync:${index}`)
  const since = performance.now()
  for (let gone = 0; gone < 20_000; gone += 20) {
    for (const key of keys) lane.wake(key)
    await vi.advanceTimersByTimeAsync(20)
  }
  const settled = begunAt.filter((at) => at - since >= 15_000)
  const inTenths = Array.from(
    { length: 10 },
    (_, tenth) => settled.filter((at) => Math.floor(((at % mostMs) / mostMs) * 10) === tenth).length,
  )
  // Two rounds of fifty: ten in each tenth, give or take.
  expect(settled).toHaveLength(100)
  for (const begun of inTenths) expect(begun).toSatisfy((many: number) => many >= 6 && many <= 14)
  await lane.stop()
})

test('a key that begins out of its turn rests little longer for that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const run = () => {
    begunAt.push(performance.now())
    return Promise.resolve()
  }
  const mostMs = 500
  const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 100, mostMs } })
  for (let gone = 0; gone < 5_000; gone += 10) {
    lane.wake('a')
    await vi.advanceTimersByTimeAsync(10)
  }
  const rests: number[] = []
  for (let pair = 0; pair < 40; pair += 1) {
    // After its rest, ever a little later, and at once again.
    await vi.advanceTimersByTimeAsync(begunAt.at(-1)! + mostMs * 1.28 + pair - performance.now())
    lane.wake('a')
    await vi.advanceTimersByTimeAsync(10)
    lane.wake('a')
    const many = begunAt.length
    while (begunAt.length === many) await vi.advanceTimersByTimeAsync(1)
    rests.push(begunAt.at(-1)! - begunAt.at(-2)!)
  }
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(0.75 * mostMs - 1)
  expect(Math.max(...rests)).toBeLessThanOrEqual(1.25 * mostMs + 1)
  await lane.stop()
})

test('one that began late comes back into its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begunAt: number[] = []
  const slow = { ms: 0 }
  const run = async () => {
    begunAt.push(performance.now())
    if (slow.ms > 0) await new Promise((resolve) => setTimeout(resolve, slow.ms))
  }
  const mostMs = 500
  const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 100, mostMs } })
  const wakeFor = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 10) {
      lane.wake('a')
      await vi.advanceTimersByTimeAsync(10)
    }
    return Math.round((begunAt.at(-1)! % mostMs) / 10)
  }
  const turn = await wakeFor(5_000)
  slow.ms = 700
  expect(await wakeFor(1_500)).not.toBe(turn)
  slow.ms = 0
  expect(await wakeFor(4_000)).toBe(turn)
  const many = begunAt.length
  slow.ms = 550
  await wakeFor(500)
  slow.ms = 0
  await wakeFor(2_000)
  const [last = 0, ...next] = begunAt.slice(many)
  expect(next.slice(0, 3).map((at, index) => at - [last, ...next][index]!)).toEqual([550, 450, 500])
  await lane.stop()
})

test('what began more than a minute ago is not kept in mind', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const rests = openRests({ firstMs: 100, mostMs: 500 })
  for (let key = 0; key < 1_000; key += 1) rests.begin(`sync:${key}`, undefined)
  vi.advanceTimersByTime(30_000)
  rests.begin('sync:again', undefined)
  expect(rests.count()).toBe(1_001)
  vi.advanceTimersByTime(30_000)
  rests.begin('sync:last', undefined)
  expect(rests.count()).toBe(2)
})

test.each([500, 2_000, 5_000])(
  'after %i ms without the database a key begins within a second of its return, also where runs are apart',
  async (awayMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const begunAt: number[] = []
    let isAway = true
    const run = async () => {
      if (isAway) throw new DatabaseAway('in a test')
      begunAt.push(performance.now())
    }
    const lane = createLane({ run, atOnce: 4, log, apart: { firstMs: 250, mostMs: 2_500 } })
    const wakeFor = async (ms: number) => {
      for (let gone = 0; gone < ms; gone += 100) {
        lane.wake('a')
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await wakeFor(awayMs)
    isAway = false
    const since = performance.now()
    await wakeFor(4_000)
    expect(begunAt[0]! - since).toBeLessThanOrEqual(1_000)
    await lane.stop()
  },
)

test('a lane that was stopped has nothing more to wait for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const lane = createLane({ run: () => ended, atOnce: 4, log, apart: { firstMs: 250, mostMs: 2_500 } })
  for (let key = 0; key < 100; key += 1) lane.wake(`key ${key}`)
  lane.wake('key 0')
  const stopped = lane.stop()
  lane.wake('key 1')
  end()
  await stopped
  lane.wake('key 2')
  expect(vi.getTimerCount()).toBe(0)
})
