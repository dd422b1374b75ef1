import { sql, type Kysely } from 'kysely'

const LEAST_ROWS = 500

/**
 * Counts the tables (PostgreSQL's `analyze`) that have doubled since they were counted last, and tells their names.
 * PostgreSQL does so itself once a minute; in the first minutes of a busy day it would read whole tables for single
 * rows meanwhile, and keep to that for as long as the connection lives. Only tables that the role may maintain.
 */
export const countYoungTables = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'maintain')
      and s.n_live_tup > greatest(2 * c.reltuples, ${LEAST_ROWS})`.execute(db)
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db)
  return rows.map(({ name }) => name)
}
