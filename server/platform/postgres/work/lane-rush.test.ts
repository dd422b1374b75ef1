import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { DatabaseAway } from '../connections/database-away.ts'
import { createLane } from './lane.ts'

const log = createLog('test', 'silent')

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const APART = { firstMs: 250, mostMs: 3_000 }
const rushed = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begun: string[] = []
  const lane = createLane({ run: async (key) => void begun.push(key), atOnce: 16, log, apart: APART })
  /** A wake a millisecond, of one key after another. */
  const rush = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 1) {
      lane.wake(`rush ${at % 50}`)
      await vi.advanceTimersByTimeAsync(1)
    }
  }
  return { lane, begun, rush }
}

test('in a rush a key waits for its end, and then does all of it in one run', async () => {
  const { lane, begun, rush } = rushed()
  lane.wake('alone')
  expect(begun).toEqual(['alone'])
  await rush(600)
  // Until it was known as one, the first ones began.
  expect(begun.length).toBeLessThan(25)
  await vi.advanceTimersByTimeAsync(400)
  expect(new Set(begun).size).toBe(51)
  expect(begun.length).toBeLessThan(75)
  await lane.stop()
})

test('a rush has ended once nothing was woken for a moment, however many wakes there were', async () => {
  const { lane, begun, rush } = rushed()
  await rush(600)
  const before = begun.length
  await vi.advanceTimersByTimeAsync(100)
  expect(begun.length).toBe(before)
  await vi.advanceTimersByTimeAsync(40)
  expect(begun.length).toBe(before + 50)
  await lane.stop()
})

test('a door that stands still for less than a tenth of a second does not end a rush', async () => {
  const { lane, begun, rush } = rushed()
  await rush(600)
  const before = begun.length
  await vi.advanceTimersByTimeAsync(90)
  await rush(200)
  expect(begun.length).toBe(before)
  await lane.stop()
})

test('no rush keeps a key for more than four seconds, or two if it ran lately, however often that is woken', async () => {
  const { lane, begun, rush } = rushed()
  await rush(400)
  const waits: number[] = []
  let since = performance.now()
  while (waits.length < 2) {
    lane.wake('late')
    await rush(20)
    if (!begun.splice(0).includes('late')) continue
    waits.push(performance.now() - since)
    since = performance.now()
  }
  // By the share of this name, and seen at a look.
  expect(waits).toEqual([2_620, 1_740])
  await lane.stop()
})

test('a process that stood still in a rush, and reads its wakes late, begins nothing in the middle of it', async () => {
  const { lane, begun, rush } = rushed()
  await rush(400)
  const before = begun.length
  // Timers come first, and then what lies in the sockets.
  vi.advanceTimersByTime(110)
  await rush(200)
  expect(begun.length).toBe(before)
  await lane.stop()
})

test('a key whose rest ends while the process stands still in a rush does not begin in the middle of it either', async () => {
  const { lane, begun, rush } = rushed()
  lane.wake('rested')
  lane.wake('rested')
  await vi.advanceTimersByTimeAsync(50)
  await rush(90)
  vi.advanceTimersByTime(112)
  lane.wake('rested')
  await rush(200)
  expect(begun.filter((key) => key === 'rested')).toHaveLength(1)
  await lane.stop()
})

test('where very many keys are woken, each seldom, none waits for others', async () => {
  const { lane, begun } = rushed()
  const wokenAt = new Map<string, number>()
  const waitedMs: number[] = []
  for (let at = 0; at < 3_000; at += 2) {
    const key = `key ${at}`
    wokenAt.set(key, performance.now())
    lane.wake(key)
    await vi.advanceTimersByTimeAsync(2)
    for (const each of begun.splice(0)) waitedMs.push(performance.now() - wokenAt.get(each)!)
  }
  expect(waitedMs.length).toBeGreaterThan(1_200)
  expect(Math.max(...waitedMs)).toBeLessThan(500)
  await lane.stop()
})

test('keys that a rush without an end kept do not all begin at one moment', async () => {
  const { lane, begun, rush } = rushed()
  await rush(200)
  const inTenths: number[] = []
  for (let tenth = 0; tenth < 60; tenth += 1) {
    begun.length = 0
    await rush(100)
    inTenths.push(begun.length)
  }
  // Of fifty.
  expect(Math.max(...inTenths)).toBeLessThan(10)
  await lane.stop()
})

test('a key that seems quiet at one look, since the process stood still, does not begin by that', async () => {
  const { lane, begun, rush } = rushed()
  await rush(200)
  const before = begun.length
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 500)
  vi.advanceTimersByTime(20)
  for (let late = 0; late < 500; late += 1) lane.wake(`rush ${late % 50}`)
  await rush(200)
  expect(begun.length).toBe(before)
  await lane.stop()
})

test('a key whose run found no database in a rush waits for no second end of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const lateAt: number[] = []
  const run = async (key: string) => {
    if (key !== 'late') return
    lateAt.push(performance.now())
    if (lateAt.length === 1) throw new DatabaseAway('in a test')
  }
  const lane = createLane({ run, atOnce: 16, log, apart: APART })
  for (let at = 0; at < 8_000; at += 1) {
    lane.wake(at > 400 && at % 20 === 0 ? 'late' : `rush ${at % 50}`)
    await vi.advanceTimersByTimeAsync(1)
  }
  const [lost = 0, done = 0] = lateAt
  // The rest of the lane after a loss, and no more.
  expect(done - lost).toBe(200)
  await lane.stop()
})
