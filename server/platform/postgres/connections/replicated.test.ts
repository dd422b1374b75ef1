import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../../../test/support/replicated-postgres.ts'
import { DatabaseAway } from './database-away.ts'
import { inTransaction, openDatabase } from './db.ts'
import { createPool } from './pool.ts'

const onError = () => undefined
const opened: { close: () => Promise<void> }[] = []
let postgres: ReplicatedPostgres

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  await sql`create table kept (words text)`.execute(open(postgres.url).db)
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
afterAll(() => postgres.stop())

const open = (url = postgres.waitingUrl) => {
  const one = openDatabase<{ kept: { words: string } }>(url, { max: 1, onError })
  opened.push(one)
  return one
}
/** Its error, after whoever runs the database has cancelled its wait for the standby. */
const cancelled = async (work: Promise<unknown>): Promise<unknown> => {
  const settled = work.then(
    () => 'committed',
    (cause: unknown) => cause,
  )
  await expect.poll(() => postgres.cancelWaits()).toBe(true)
  return settled
}

test('a commit whose wait for the standby was cancelled is not taken as done, and its connection is not used again', async () => {
  const { db } = open()
  const pid = () =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).then(({ rows }) => rows[0]!.pid)
  const before = await pid()
  const committing = inTransaction(db, 'begin', (trx) =>
    trx.insertInto('kept').values({ words: 'in a transaction' }).execute(),
  )
  expect(await cancelled(committing)).toBeInstanceOf(DatabaseAway)
  expect(await pid()).not.toBe(before)
})

test('neither is a statement that commits by itself', async () => {
  const { db } = open()
  const inserting = db.insertInto('kept').values({ words: 'by itself' }).execute()
  expect(await cancelled(inserting)).toBeInstanceOf(DatabaseAway)
})

test('a standby is refused at the connection, with a role and without', async () => {
  await postgres.becomeStandby()
  for (const role of ['goodword', undefined]) {
    const pool = createPool(postgres.url, { max: 1, onError, ...(role && { role }) })
    await expect(pool.query('select 1')).rejects.toThrow('the server is a standby')
    await pool.end()
  }
  const looked = createPool(postgres.url, { max: 1, onError, mayBeStandby: true })
  await expect(looked.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  await looked.end()
})
