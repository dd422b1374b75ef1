import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import type { Tables } from '../../../database/tables.ts'
import { countYoungTables } from './count-young-tables.ts'
import { dueKeys, runKey } from '../work/dispatcher.ts'

const base = useDatabase()

/** Of a partitioned table the partition that new rows go to is counted. */
const PARTITION = expect.stringMatching(/^parts\.sms_callbacks_\d/) as string

test('a table that has doubled is counted, so that no row is looked up by reading it whole', async () => {
  await base.db.connection().execute(async (db) => {
    await keep(db, 100)
    expect(await count(db)).toEqual([])
    await keep(db, 600)
    expect(await count(db)).toEqual([PARTITION])
    expect(await rowsThought(db)).toBe(700)
    await keep(db, 600)
    expect(await count(db)).toEqual([])
    await keep(db, 200)
    expect(await count(db)).toEqual([PARTITION])
    expect(await rowsThought(db)).toBe(1500)
  })
})

type Session = Kysely<Tables>

const keep = (db: Session, rows: number) =>
  sql`
    insert into sms_callbacks (message_sid, status)
    select gen_random_uuid(), 'sent' from generate_series(1, ${rows}::integer)`.execute(db)

/** PostgreSQL publishes a session's statistics when the session is idle; this publishes them now. */
const count = async (db: Session): Promise<string[]> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const work = [countYoungTables(db)]
  const keys = await dueKeys(db, work, new Date())
  for (const key of keys) await runKey(work, key)
  return keys.map((key) => key.replace('count:', ''))
}

const rowsThought = async (db: Session): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::int as rows from pg_class where relname ~ '^sms_callbacks_\\d' and reltuples > 0 and relkind = 'r'`.execute(
    db,
  )
  return rows[0]!.rows
}
