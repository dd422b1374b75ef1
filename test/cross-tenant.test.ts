import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asBusiness } from '../server/database.ts'
import { useDatabase } from './support/database.ts'

const base = useDatabase()

test('the database is migrated', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from businesses`.execute(base.db)
  expect(rows[0]!.n).toBe(0)
  await asBusiness(base.db, crypto.randomUUID(), async (trx) => {
    const { rows } = await sql`select * from businesses`.execute(trx)
    expect(rows).toEqual([])
  })
})
