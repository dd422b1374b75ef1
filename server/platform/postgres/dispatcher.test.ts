import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { inTransaction } from './db.ts'
import { createLog } from '../process/log.ts'
import { createWakes, listenForWakes, wake } from './dispatcher.ts'

const base = useDatabase()
const log = createLog('test', 'silent')

/** Work that is done when the test says so. */
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
  const wakes = createWakes({ work, atOnce: 4, log })
  for (let times = 0; times < 5; times += 1) wakes.wake('a')
  expect(begun).toEqual(['a'])
  await endOldest()
  expect(begun).toEqual(['a', 'a'])
  await endOldest()
  expect(begun).toEqual(['a', 'a'])
  await wakes.stop()
})

test('no more run together than allowed, in the order of their wakes', async () => {
  const { begun, work, endOldest } = heldWork()
  const wakes = createWakes({ work, atOnce: 2, log })
  for (const key of ['a', 'b', 'c', 'd']) wakes.wake(key)
  expect(begun).toEqual(['a', 'b'])
  await endOldest()
  expect(begun).toEqual(['a', 'b', 'c'])
  await endOldest()
  await endOldest()
  await endOldest()
  await wakes.stop()
})

test('work that fails rests, however often it is woken', async () => {
  let runs = 0
  const wakes = createWakes({
    work: async () => {
      runs += 1
      wakes.wake('a')
      throw new Error('no')
    },
    atOnce: 1,
    log,
  })
  wakes.wake('a')
  await setImmediate()
  wakes.wake('a')
  await setImmediate()
  expect(runs).toBe(1)
  await wakes.stop()
})

test('a wake is heard when its transaction commits, and not when it is undone', async () => {
  const heard: string[] = []
  const ears = listenForWakes(base.url, { heard: (key) => heard.push(key), log })
  const say = (key: string) => inTransaction(base.db, 'begin', (trx) => wake(trx, key))
  await expect
    .poll(async () => {
      await say('ready')
      return heard
    })
    .toContain('ready')
  const undone = inTransaction(base.db, 'begin', async (trx) => {
    await wake(trx, 'undone')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await say('done')
  await expect.poll(() => heard).toContain('done')
  expect(heard).not.toContain('undone')
  await ears.stop()
})
