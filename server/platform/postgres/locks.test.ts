import nodeProcess from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/support/product.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { openLocks, type Locks } from './locks.ts'

const base = useDatabase()
const open: Locks[] = []
const process = () => {
  const locks = openLocks(base.url)
  open.push(locks)
  return locks
}

afterEach(async () => {
  for (const locks of open.splice(0)) await locks.close()
})

/** Work that holds its lock until it is let go. */
const held = (locks: Locks, key: string) => {
  const { promise: ended, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const ran = locks.alone(key, async () => {
    begin()
    await ended
  })
  return { begun, letGo, ran }
}
const tries = async (locks: Locks, key: string) => locks.alone(key, async () => undefined)

test('what one process is at, no other begins, and neither does the same one twice', async () => {
  const [mine, theirs] = [process(), process()]
  const work = held(mine, 'a')
  await work.begun
  expect(await tries(theirs, 'a')).toBe(false)
  expect(await tries(mine, 'a')).toBe(false)
  expect(await tries(theirs, 'b')).toBe(true)
  work.letGo()
  expect(await work.ran).toBe(true)
  expect(await tries(theirs, 'a')).toBe(true)
})

test('work that fails lets go, and its failure is told', async () => {
  const [mine, theirs] = [process(), process()]
  await expect(mine.alone('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tries(theirs, 'a')).toBe(true)
})

test('many locks at once are asked for in turn, as the driver wants it', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.message)
  nodeProcess.on('warning', note)
  const mine = process()
  const ran = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => tries(mine, key)))
  nodeProcess.off('warning', note)
  expect(ran).toEqual([true, true, true, true, true])
  expect(warnings).toEqual([])
})

test('a lock goes with the connection of whoever held it, who then finds a new one', async () => {
  const [mine, theirs] = [process(), process()]
  const work = held(mine, 'a')
  await work.begun
  await asOwner(base.url, (pool) =>
    pool.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and a.datname = current_database() and l.pid <> pg_backend_pid()`,
    ),
  )
  await expect.poll(() => tries(theirs, 'a')).toBe(true)
  work.letGo()
  expect(await work.ran).toBe(true)
  expect(await tries(mine, 'b')).toBe(true)
})
