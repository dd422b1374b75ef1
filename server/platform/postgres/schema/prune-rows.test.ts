import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { asClient } from '../../../../test/support/backups.ts'
import { pruneColumn, pruneRows } from './prune-rows.ts'

const base = useDatabase()

/** In each partition the rows stand at the same places. */
beforeAll(() =>
  asClient(base.url, (client) =>
    client.query(`
      create table days (day integer, note text) partition by range (day);
      create table days_before partition of days for values from (0) to (10);
      create table days_since partition of days for values from (10) to (20);
      grant select, update, delete on days to goodword_system;
      insert into days select day, 'note' from generate_series(0, 19) day`),
  ),
)

const left = async (where: string): Promise<number[]> => {
  const { rows } = await sql<{ day: number }>`
    select day from days where ${sql.raw(where)} order by day`.execute(base.db)
  return rows.map(({ day }) => day)
}

test('a column is emptied in the rows that are old, and not in those at the same place of another partition', async () => {
  expect(
    await pruneColumn(base.db, { table: 'days', column: 'note' }, sql`note is not null and day < 4`, 2),
  ).toBe(4)
  expect(await left('note is null')).toEqual([0, 1, 2, 3])
})

test('rows that are old go, and not those at the same place of another partition', async () => {
  expect(await pruneRows(base.db, 'days', sql`day < 8`, 3)).toBe(8)
  expect(await left('true')).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
})

test('a row that is changed while a batch looks for rows does not end the work, and goes with the next one', async () => {
  await asClient(base.url, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const old = sql`day < 14 and pg_advisory_lock_shared(1) is not null`
    const pruning = pruneRows(base.db, 'days', old, 4)
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000)
    await client.query(`update days set note = 'changed' where day = 10`)
    await client.query('select pg_advisory_unlock(1)')
    expect(await pruning).toBe(6)
  })
  expect(await left('true')).toEqual([14, 15, 16, 17, 18, 19])
})
