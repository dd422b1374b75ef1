import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { createLog } from '../../process/log.ts'
import { isLeased, openLeases, type Lease, type Leases } from './leases.ts'

const base = useDatabase()
const log = createLog('test', 'silent')
const process = (lastsMs = 60_000) => openLeases(base.db, { holder: crypto.randomUUID(), log, lastsMs })
const expire = (name: string) =>
  sql`update leases set expires_at = now() - interval '1 second' where name = ${name}`.execute(base.db)

/** Work that holds its lease until `finish` is called. */
const held = async (leases: Leases, name: string) => {
  const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<Lease>()
  const ran = leases.alone(name, async (lease) => {
    begin(lease)
    await ended
  })
  return { lease: await begun, finish, ran }
}
const tries = (leases: Leases, name: string) => leases.alone(name, async () => undefined)
const mayWrite = async ({ stillHeld }: Lease): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`select ${stillHeld} as may`.execute(base.db)
  return rows[0]!.may
}

test('what one process is at, no other begins, and neither does the same one twice', async () => {
  const [mine, theirs] = [process(), process()]
  const work = await held(mine, 'a')
  expect(await tries(theirs, 'a')).toBe(false)
  expect(await tries(mine, 'a')).toBe(false)
  expect(await tries(theirs, 'b')).toBe(true)
  work.finish()
  expect(await work.ran).toBe(true)
  expect(await tries(theirs, 'a')).toBe(true)
})

test('work that fails releases its lease, and its failure is thrown', async () => {
  const [mine, theirs] = [process(), process()]
  await expect(mine.alone('fails', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tries(theirs, 'fails')).toBe(true)
})

test('where its first reads fail, a lease is released', async () => {
  const [mine, theirs] = [process(), process()]
  const reading = mine.aloneWith(
    'unread',
    (one) => sql`select 1 / 0`.execute(one),
    async () => undefined,
  )
  await expect(reading).rejects.toThrow('division by zero')
  expect(await tries(theirs, 'unread')).toBe(true)
})

test('a lease whose release was lost is taken again by the same process at once, and by no other', async () => {
  const [mine, theirs] = [process(), process()]
  const owner = new Client(base.url)
  await owner.connect()
  await mine.alone('lost', async () => {
    await owner.query('alter table leases rename to leases_out_of_reach')
  })
  await owner.query('alter table leases_out_of_reach rename to leases')
  await owner.end()
  expect(await tries(theirs, 'lost')).toBe(false)
  const work = await held(mine, 'lost')
  expect(await tries(mine, 'lost')).toBe(false)
  work.finish()
  await work.ran
  expect(await tries(theirs, 'lost')).toBe(true)
})

const setAhead = (name: string, by: string) =>
  sql`update leases set expires_at = greatest(expires_at, now()) + ${by}::interval where name = ${name}`.execute(
    base.db,
  )

test('after the database’s clock was set back, a lease that was released is free, and one that is held soon is', async () => {
  const [mine, theirs] = [process(), process()]
  await tries(mine, 'released')
  await setAhead('released', '10 hours')
  expect(await tries(theirs, 'released')).toBe(true)
  const work = await held(mine, 'held')
  await setAhead('held', '10 hours')
  expect(await tries(theirs, 'held')).toBe(true)
  expect(await mayWrite(work.lease)).toBe(false)
  work.finish()
  await work.ran
})

test('one far ahead counts as held, as its holder may go on, until it is taken and released', async () => {
  const isHeld = async () => {
    const { rows } = await sql<{ is: boolean }>`select ${isLeased('ahead')} as is`.execute(base.db)
    return rows[0]!.is
  }
  const [mine, theirs] = [process(), process()]
  const work = await held(mine, 'ahead')
  await setAhead('ahead', '10 hours')
  expect(await isHeld()).toBe(true)
  expect(await tries(theirs, 'ahead')).toBe(true)
  expect(await isHeld()).toBe(false)
  work.finish()
  await work.ran
})

test('a clock that is put right by seconds takes no lease away', async () => {
  const [mine, theirs] = [process(), process()]
  const work = await held(mine, 'slewed')
  await setAhead('slewed', '20 seconds')
  expect(await tries(theirs, 'slewed')).toBe(false)
  work.finish()
  await work.ran
})

test('a renewal that comes after the release keeps nobody out', async () => {
  const [mine, theirs] = [process(), process()]
  const work = await held(mine, 'late')
  const { rows } = await sql<{ token: string }>`select token from leases where name = 'late'`.execute(base.db)
  work.finish()
  await work.ran
  await sql`
    update leases set expires_at = clock_timestamp() + interval '15 seconds'
    where name = 'late' and token = ${rows[0]!.token}`.execute(base.db)
  expect(await tries(theirs, 'late')).toBe(true)
})

test('of many who ask at once, one gets the lease', async () => {
  const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
  const answers: boolean[] = []
  const asked = Array.from({ length: 8 }, async () => {
    answers.push(await process().alone('many', () => ended))
  })
  await expect.poll(() => answers).toEqual(Array.from({ length: 7 }, () => false))
  finish()
  await Promise.all(asked)
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('a lease is kept for as long as the work takes', async () => {
  const work = await held(process(200), 'long')
  const { rows } = await sql<{ expiry: Date }>`
    select expires_at as expiry from leases where name = 'long'`.execute(base.db)
  const isRenewed = async () => {
    const now = await sql<{ later: boolean }>`
      select expires_at > ${rows[0]!.expiry} as later from leases where name = 'long'`.execute(base.db)
    return now.rows[0]!.later
  }
  await expect.poll(isRenewed).toBe(true)
  work.finish()
  expect(await work.ran).toBe(true)
})

test('a holder that does not renew loses the lease, and its late writes and its release change nothing', async () => {
  // Renewed every fifteen seconds: not within this test, like a process that is stopped.
  const stopped = await held(process(), 'stopped')
  expect(await mayWrite(stopped.lease)).toBe(true)
  await expire('stopped')
  const next = await held(process(), 'stopped')
  expect(await mayWrite(stopped.lease)).toBe(false)
  stopped.finish()
  await stopped.ran
  expect(await mayWrite(next.lease)).toBe(true)
  expect(await tries(process(), 'stopped')).toBe(false)
  next.finish()
  await next.ran
})

test('a holder knows that it was too slow, and that another has begun', async () => {
  const slow = await held(process(200), 'slow')
  await sql`update leases set token = gen_random_uuid() where name = 'slow'`.execute(base.db)
  await expect.poll(() => slow.lease.isHeld()).toBe(false)
  slow.finish()
  await slow.ran
})
