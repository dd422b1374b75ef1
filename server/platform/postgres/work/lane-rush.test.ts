import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../process/log.ts'
import { createLane } from './lane.ts'

const log = createLog('test', 'silent')

afterEach(() => {
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

test('no rush keeps a key for more than two seconds', async () => {
  const { lane, begun, rush } = rushed()
  await rush(400)
  lane.wake('late')
  await rush(1_950)
  expect(begun).not.toContain('late')
  await rush(100)
  expect(begun).toContain('late')
  await lane.stop()
})

test('a process that stood still in a rush, and reads its wakes late, begins nothing in the middle of it', async () => {
  const { lane, begun, rush } = rushed()
  await rush(400)
  const before = begun.length
  // Timers come first, and then what lies in the sockets.
  vi.advanceTimersByTime(45)
  await rush(200)
  expect(begun.length).toBe(before)
  await lane.stop()
})
