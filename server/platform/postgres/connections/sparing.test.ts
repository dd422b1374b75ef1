import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { openDatabase } from './db.ts'
import { openTurns } from './sparing.ts'

const base = useDatabase()

afterEach(() => {
  vi.useRealTimers()
})

const takers = (enough: number, opened = () => 0) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const turns = openTurns({ enough, patienceMs: 500, longestMs: 2_000 }, opened)
  const went: string[] = []
  const take = (name: string) => void turns.take().then(() => went.push(name))
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { turns, went, take, pass }
}

test('whoever finds enough in use waits for one that becomes free, in turn', async () => {
  const { turns, went, take, pass } = takers(2)
  for (const name of ['a', 'b', 'c', 'd']) take(name)
  await pass(100)
  expect(went).toEqual(['a', 'b'])
  turns.give()
  take('late')
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c'])
  turns.give()
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c', 'd'])
})

test('where none becomes free one goes each half second, whoever has waited longest', async () => {
  const { turns, went, take, pass } = takers(1)
  take('a')
  take('b')
  await pass(300)
  for (const name of ['c', 'd']) take(name)
  await pass(199)
  expect(went).toEqual(['a'])
  await pass(1)
  expect(went).toEqual(['a', 'b'])
  await pass(499)
  expect(went).toEqual(['a', 'b'])
  await pass(1)
  expect(went).toEqual(['a', 'b', 'c'])
  await pass(500)
  expect(went).toEqual(['a', 'b', 'c', 'd'])
  for (let given = 0; given < 4; given += 1) turns.give()
  for (const name of ['e', 'f']) take(name)
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('whoever has waited four times as long goes at once, however many', async () => {
  const { went, take, pass } = takers(1)
  const names = Array.from({ length: 10 }, (_, index) => `n${index}`)
  for (const name of names) take(name)
  await pass(1_999)
  expect(went).toEqual(names.slice(0, 4))
  take('late')
  await pass(1)
  expect(went).toEqual(names)
  await pass(500)
  expect(went).toEqual([...names, 'late'])
})

test('one that becomes free goes to the next meanwhile, without patience', async () => {
  const { turns, went, take, pass } = takers(1)
  for (const name of ['a', 'b', 'c', 'd']) take(name)
  await pass(500)
  expect(went).toEqual(['a', 'b'])
  turns.give()
  turns.give()
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c'])
  turns.give()
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c', 'd'])
})

test('those that were opened are used while they last', async () => {
  let opened = 3
  const { turns, went, take, pass } = takers(1, () => opened)
  for (const name of ['a', 'b', 'c', 'd']) take(name)
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c'])
  opened = 1
  turns.give()
  turns.give()
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c'])
  turns.give()
  await pass(0)
  expect(went).toEqual(['a', 'b', 'c', 'd'])
})

test('many statements at once open no more connections than are enough; one that is kept, and one that fails, count', async () => {
  const { db, pool, close } = openDatabase(base.url, {
    max: 10,
    sparing: { enough: 2, patienceMs: 60_000, longestMs: 60_000 },
    onError: () => undefined,
  })
  try {
    const ask = () => sql`select 1`.execute(db)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(pool.totalCount).toBe(2)
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
    await db.connection().execute(() => Promise.all(Array.from({ length: 5 }, ask)))
    expect(pool.totalCount).toBe(2)
  } finally {
    await close()
  }
})

test('one that is overdue before it is watched goes at once, and Node has nothing to warn of', async () => {
  const { turns, went, take } = takers(1)
  const waits = vi.spyOn(globalThis, 'setTimeout')
  for (const name of ['a', 'b', 'c', 'd']) take(name)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 3_000)
  turns.give()
  expect(waits.mock.calls.map(([, ms]) => ms).filter((ms) => ms! < 0)).toEqual([])
  vi.restoreAllMocks()
  await vi.advanceTimersByTimeAsync(0)
  expect(went.slice(0, 2)).toEqual(['a', 'b'])
})

test('one that somebody else uses makes room for no more', async () => {
  const { db, pool, close } = openDatabase(base.url, {
    max: 10,
    sparing: { enough: 2, patienceMs: 60_000, longestMs: 60_000 },
    onError: () => undefined,
  })
  const other = await pool.connect()
  try {
    await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(db)))
    expect(pool.totalCount).toBe(3)
  } finally {
    other.release()
    await close()
  }
})

test('a database that cannot be reached keeps no turns', async () => {
  const { db, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', {
    max: 10,
    sparing: { enough: 1, patienceMs: 60_000, longestMs: 60_000 },
    onError: () => undefined,
  })
  try {
    for (let tried = 0; tried < 3; tried += 1)
      await expect(sql`select 1`.execute(db)).rejects.toThrow('The database cannot be used now')
  } finally {
    await close()
  }
})
