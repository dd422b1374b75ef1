import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { useDatabase } from '../../test/support/database.ts'

const database = useDatabase()
const CALLS = 5_000

/** PostgreSQL 18 has one of its own; ours is what 17 uses. */
test('our own identifiers are of version 7, tell their moment, and none comes twice', async () => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select public.uuidv7() as id, clock_timestamp() as at from generate_series(1, ${CALLS})`.execute(
    database.db,
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(CALLS)
  for (const { id, at } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const tells = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(Math.abs(at.getTime() - tells)).toBeLessThan(1_000)
  }
})

test('those that are made one after the other stand in their order, but for the microsecond', async () => {
  const { rows } = await sql<{ id: string }>`
    select public.uuidv7() as id from generate_series(1, ${CALLS})`.execute(database.db)
  const moments = rows.map(({ id }) => id.slice(0, 18))
  expect(moments).toEqual(moments.toSorted())
})
