import { sql, type Kysely } from 'kysely'
import type { Work } from '../work/dispatcher.ts'

const LEAST_ROWS = 500

/**
 * Counts the tables (PostgreSQL's `analyze`) that have doubled since they were counted last. PostgreSQL does so itself
 * once a minute; in the first minutes of a busy day it would read whole tables for single rows meanwhile, and keep
 * such plans until the connection ends. Only tables and partitions that the role may maintain.
 */
export const countYoungTables = (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
): Work => ({
  kind: 'count',
  due: () => sql`
    select c.oid::regclass::text as id
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_stat_user_tables s on s.relid = c.oid
    where n.nspname in ('public', 'parts') and c.relkind = 'r' and has_table_privilege(c.oid, 'maintain')
      and s.n_live_tup > greatest(2 * c.reltuples, ${LEAST_ROWS})`,
  run: async (table) => {
    await sql`analyze (skip_locked) ${sql.id(...table.split('.'))}`.execute(db)
  },
  atOnceApart: 1,
})
