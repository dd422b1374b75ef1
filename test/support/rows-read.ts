import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/** Of a table: entries of its indexes and rows of a read of the whole table, and the rows that were fetched. */
export type RowsRead = { looked: number; fetched: number }

/** What `work` reads of each table, whatever its statements and functions are. What it writes is rolled back. */
export const rowsRead = async (
  db: Db,
  work: (trx: Db) => Promise<unknown>,
): Promise<Record<string, RowsRead>> => {
  const read: Record<string, RowsRead> = {}
  await db
    .transaction()
    .execute(async (trx) => {
      const inside = trx as unknown as Db
      const before = new Map((await countsOf(inside)).map((one) => [one.table, one]))
      await work(inside)
      for (const { table, looked, fetched } of await countsOf(inside)) {
        const earlier = before.get(table)
        read[table] = { looked: looked - (earlier?.looked ?? 0), fetched: fetched - (earlier?.fetched ?? 0) }
      }
      throw new Rollback()
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof Rollback)) throw cause
    })
  return read
}

class Rollback extends Error {}

const countsOf = async (db: Db) => {
  const { rows } = await sql<RowsRead & { table: string }>`
    select coalesce(pg_partition_root(relid), relid)::regclass::text as "table",
           sum(seq_tup_read + coalesce(entries, 0))::integer as looked,
           sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as fetched
    from pg_stat_xact_user_tables t
    cross join lateral (
      select sum(pg_stat_get_xact_tuples_returned(indexrelid)) as entries from pg_index i where i.indrelid = t.relid) i
    group by 1`.execute(db)
  return rows
}
