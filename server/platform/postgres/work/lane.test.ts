import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { DatabaseAway } from '../connections/database-away.ts'
import { createLane } from './lane.ts'

const log = createLog('test', 'silent')

afterEach(() => {
  vi.useRealTimers()
})

/** Work that the test ends. */
const heldWork = () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (key: string) => {
    begun.push(key)
    return new Promise<void>((done) => ends.push(done))
  }
  return { begun, work, endOldest: async () => (ends.shift()!(), await setImmediate()) }
}

test('one run a key at a time, and whatever woke it meanwhile makes one more', async () => {
  const { begun, work, endOldest } = heldWork()
  const lane = createLane({ run: work, atOnce: 4, log })
  for (let times = 0; times < 5; times += 1) lane.wake('a')
  expect(begun).toEqual(['a'])
  await endOldest()
  expect(begun).toEqual(['a', 'a'])
  await endOldest()
  expect(begun).toEqual(['a', 'a'])
  await lane.stop()
})

test('no more run together than allowed, in the order of their lane', async () => {
  const { begun, work, endOldest } = heldWork()
  const lane = createLane({ run: work, atOnce: 2, log })
  for (const key of ['a', 'b', 'c', 'd']) lane.wake(key)
  expect(begun).toEqual(['a', 'b'])
  await endOldest()
  expect(begun).toEqual(['a', 'b', 'c'])
  await endOldest()
  await endOldest()
  await endOldest()
  await lane.stop()
})

test('what lets other work pass waits while that is behind, half a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { begun, work, endOldest } = heldWork()
  const ahead = createLane({ run: work, atOnce: 1, log })
  const lane = createLane({ run: work, atOnce: 4, log, letPass: ahead.isBehind })
  for (const key of ['a', 'b']) ahead.wake(key)
  lane.wake('c')
  vi.advanceTimersByTime(480)
  expect(begun).toEqual(['a'])
  vi.advanceTimersByTime(20)
  expect(begun).toEqual(['a', 'c'])
  lane.wake('d')
  await endOldest()
  expect(begun).toEqual(['a', 'c', 'b'])
  vi.advanceTimersByTime(20)
  expect(begun).toEqual(['a', 'c', 'b', 'd'])
  for (let left = 0; left < 3; left += 1) await endOldest()
  await Promise.all([ahead.stop(), lane.stop()])
})

test('a key begins again only after a while, with all that woke it meanwhile, and others at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { begun, work, endOldest } = heldWork()
  const lane = createLane({ run: work, atOnce: 4, log, apart: { firstMs: 500, mostMs: 4_000 } })
  lane.wake('a')
  await endOldest()
  for (let times = 0; times < 5; times += 1) {
    lane.wake('a')
    vi.advanceTimersByTime(99)
  }
  lane.wake('b')
  expect(begun).toEqual(['a', 'b'])
  vi.advanceTimersByTime(5)
  expect(begun).toEqual(['a', 'b', 'a'])
  lane.wake('a')
  await endOldest()
  await endOldest()
  vi.advanceTimersByTime(999)
  expect(begun).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(1)
  expect(begun).toEqual(['a', 'b', 'a', 'a'])
  await endOldest()
  lane.wake('a')
  await lane.stop()
  vi.advanceTimersByTime(1000)
  expect(begun).toEqual(['a', 'b', 'a', 'a'])
})

test('a run that waits aside leaves its place to another, and takes part again afterwards', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const seen: string[] = []
  const lane = createLane({
    run: async (key, aside) => {
      seen.push(`${key} begins`)
      if (key === 'a') await aside(() => answer)
      seen.push(`${key} ends`)
    },
    atOnce: 1,
    log,
  })
  lane.wake('a')
  lane.wake('b')
  await setImmediate()
  expect(seen).toEqual(['a begins', 'b begins', 'b ends'])
  resolve()
  await lane.stop()
  expect(seen.at(-1)).toBe('a ends')
})

test('after the database was lost few run together, and one more with each that succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAway = true
  const held = heldWork()
  const lane = createLane({
    run: async (key) => {
      if (isAway) throw new DatabaseAway('in a test')
      await held.work(key)
    },
    atOnce: 4,
    log,
  })
  lane.wake('a')
  await setImmediate()
  isAway = false
  for (const key of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) lane.wake(key)
  expect(held.begun).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(held.begun).toEqual(['a', 'b'])
  await held.endOldest()
  expect(held.begun).toEqual(['a', 'b', 'c', 'd'])
  await held.endOldest()
  await held.endOldest()
  expect(held.begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  for (let left = 0; left < 6; left += 1) await held.endOldest()
  await lane.stop()
})

test('what waits for a vendor since before the database was lost holds up no other work, nor does its loss', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise: answer, reject: loseAnswer } = Promise.withResolvers<void>()
  const held = heldWork()
  let isAway = true
  const lane = createLane({
    run: async (key) => {
      if (key.startsWith('slow') && isAway) return answer
      if (isAway) throw new DatabaseAway('in a test')
      await held.work(key)
    },
    atOnce: 6,
    log,
  })
  for (const key of ['slow 1', 'slow 2', 'a']) lane.wake(key)
  await setImmediate()
  isAway = false
  for (const key of ['b', 'c', 'd', 'e', 'f']) lane.wake(key)
  vi.advanceTimersByTime(1_000)
  expect(held.begun).toEqual(['a', 'b'])
  for (let ended = 0; ended < 4; ended += 1) await held.endOldest()
  expect(held.begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  loseAnswer(new DatabaseAway('in a test'))
  await setImmediate()
  expect(held.begun.slice(-2)).toEqual(['slow 1', 'slow 2'])
  for (let left = 0; left < 4; left += 1) await held.endOldest()
  await lane.stop()
})

test('a database that is away is asked by two runs a second, whatever waits, and nothing that waits is forgotten', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const runs: string[] = []
  let isAway = true
  const lane = createLane({
    run: async (key) => {
      runs.push(key)
      if (isAway) throw new DatabaseAway('in a test')
    },
    atOnce: 16,
    log,
  })
  const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
  for (const key of keys) lane.wake(key)
  await setImmediate()
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1_000)
    await setImmediate()
  }
  expect(runs.length).toBeLessThanOrEqual(16 + 2 * 10)
  isAway = false
  runs.length = 0
  vi.advanceTimersByTime(1_000)
  for (let times = 0; times < 40; times += 1) await setImmediate()
  expect(runs.toSorted()).toEqual(keys.toSorted())
  await lane.stop()
})

test('while the disk of the database is full no key is at fault, and work goes on within a second of its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isFull = true
  const done: string[] = []
  const lane = createLane({
    run: async (key) => {
      if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
      done.push(key)
    },
    atOnce: 4,
    log,
  })
  lane.wake('a')
  for (let second = 0; second < 20; second += 1) {
    await setImmediate()
    vi.advanceTimersByTime(1_000)
  }
  isFull = false
  await setImmediate()
  vi.advanceTimersByTime(1_000)
  await setImmediate()
  expect(done).toEqual(['a'])
  await lane.stop()
})

test('work that fails rests, however often it is woken', async () => {
  let runs = 0
  const lane = createLane({
    run: async () => {
      runs += 1
      lane.wake('a')
      throw new Error('no')
    },
    atOnce: 1,
    log,
  })
  lane.wake('a')
  await setImmediate()
  lane.wake('a')
  await setImmediate()
  expect(runs).toBe(1)
  await lane.stop()
})

test('work that has failed often is tried again within ten seconds, since what made it fail may be over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let runs = 0
  const lane = createLane({
    run: async () => {
      runs += 1
      throw new Error('no')
    },
    atOnce: 1,
    log,
  })
  for (let times = 1; times <= 10; times += 1) {
    lane.wake('a')
    await setImmediate()
    expect(runs).toBe(times)
    vi.advanceTimersByTime(10_000)
  }
  await lane.stop()
})
