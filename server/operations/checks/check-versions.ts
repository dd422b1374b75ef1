import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isAre, ok, wrong, type Check } from './check.ts'
import { SILENT_AFTER_S } from '../../platform/postgres/silent-after.ts'

/**
 * Processes at work that do not know the newest migration, by their rows; undefined where there is none. Those of 0.1.0
 * name no migration, and do not end by themselves where one was applied with which they must not run.
 */
export const checkVersions = async (db: Db, knows: number): Promise<Check | undefined> => {
  const { rows } = await sql<{ kind: 'api' | 'worker'; count: number; isHarmful: boolean }>`
    select kind, count(*) as count, bool_or(exists (
             select from schema_migrations where breaking and left(name, 4)::integer > coalesce(p.knows, 0))) as "isHarmful"
    from processes p
    -- A worker has two rows, one of them for its readings; an api has that alone.
    where coalesce(p.knows, 0) < ${knows} and (kind = 'worker') = (metrics is null) and departed_at is null
      and seen_at > clock_timestamp() - make_interval(secs => ${SILENT_AFTER_S})
    group by kind order by kind`.execute(db)
  if (rows.length === 0) return undefined
  const many = { api: 'apis', worker: 'workers' }
  const who = rows.map(({ kind, count }) => isAre(count, kind, many[kind])).join(' and ')
  return rows.some(({ isHarmful }) => isHarmful)
    ? wrong('older processes', `${who} of an older version must not run with this database: end what is old`)
    : ok('older processes', `${who} of an older version, which may still run: replace what is old`)
}
