import type { Pool } from 'pg'

/** Log in KiB, pages logged whole since they were not changed before since the checkpoint, and pages read in. */
export type Pages = { logKiB: number; logged: number; read: number }

/** What PostgreSQL has logged and read so far; its processes tell of it a moment later. */
export const readPages = async (pool: Pool): Promise<Pages> => {
  const { rows } = await pool.query<Pages>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 / 1024 as "logKiB",
       (select wal_fpi from pg_stat_wal)::float8 as logged,
       (select blks_read from pg_stat_database where datname = current_database())::float8 as read`,
  )
  return rows[0]!
}

/** For each of so many texts. */
export const pagesSince = (before: Pages, after: Pages, texts: number): Pages => ({
  logKiB: (after.logKiB - before.logKiB) / texts,
  logged: (after.logged - before.logged) / texts,
  read: (after.read - before.read) / texts,
})
