import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'
import { DatabaseAway } from './postgres/connections/database-away.ts'

test('a single caller runs alone, and those that come meanwhile run together', async () => {
  const runs: number[][] = []
  const gates: (() => void)[] = []
  const double = createBatcher<number, number>(async (items) => {
    runs.push(items)
    await new Promise<void>((open) => gates.push(open))
    return items.map((item) => item * 2)
  })

  const answers = Promise.all([double(1), double(2), double(3)])
  expect(runs).toEqual([[1]])
  gates.shift()!()
  await expect.poll(() => runs).toEqual([[1], [2, 3]])
  gates.shift()!()
  expect(await answers).toEqual([2, 4, 6])
})

test('a run that throws fails each of its items and no other', async () => {
  const odd = createBatcher<number, number>(async (items) => {
    if (items.includes(1)) throw new Error('one')
    return items
  })
  const answers = await Promise.allSettled([odd(1), odd(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

afterEach(() => {
  vi.useRealTimers()
})

test('runs that begin apart take together what came in between, and the first goes at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const runs: number[][] = []
  const echo = createBatcher<number, number>(
    async (items) => {
      runs.push(items)
      return items
    },
    { apartMs: 20 },
  )
  expect(await echo(1)).toBe(1)
  const second = echo(2)
  await setImmediate()
  vi.advanceTimersByTime(19)
  const third = echo(3)
  expect(runs).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(await Promise.all([second, third])).toEqual([2, 3])
  expect(runs).toEqual([[1], [2, 3]])
})

test('where enough wait, they go before the moment is over, and the next ones wait a whole moment again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const runs: number[][] = []
  const echo = createBatcher<number, number>(
    async (items) => {
      runs.push(items)
      return items
    },
    { apartMs: 20, enough: 3 },
  )
  expect(await echo(1)).toBe(1)
  await setImmediate()
  vi.advanceTimersByTime(5)
  const early = [echo(2), echo(3)]
  expect(runs).toEqual([[1]])
  early.push(echo(4))
  expect(await Promise.all(early)).toEqual([2, 3, 4])
  expect(runs).toEqual([[1], [2, 3, 4]])
  const late = echo(5)
  await setImmediate()
  vi.advanceTimersByTime(19)
  expect(runs).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(await late).toBe(5)
  expect(runs).toEqual([[1], [2, 3, 4], [5]])
})

test('what waited for too long is rejected before the next run, and what comes then does not wait behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const runs: number[][] = []
  let end = (): void => undefined
  const echo = createBatcher<number, number>(
    async (items) => {
      runs.push(items)
      if (items.includes(1)) await new Promise<void>((done) => (end = done))
      return items
    },
    { most: 2, patienceMs: 3_500 },
  )
  const hung = echo(1)
  const late = Promise.allSettled([2, 3, 4, 5, 6].map(echo))
  vi.advanceTimersByTime(3_501)
  const fresh = echo(7)
  end()
  expect(await Promise.all([hung, fresh])).toEqual([1, 7])
  expect((await late).map((each) => (each as PromiseRejectedResult).reason)).toEqual(
    Array.from({ length: 5 }, () => expect.any(DatabaseAway)),
  )
  expect(runs).toEqual([[1], [7]])
})
