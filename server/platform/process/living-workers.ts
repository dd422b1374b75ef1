import { sql, type Kysely } from 'kysely'
import { LIFE_LOCKS } from '../postgres/jobs.ts'

/** Workers whose life lock is held now: a killed one has let go of it. */
export const countLivingWorkers = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database that has the table processes
  db: Kysely<any>,
): Promise<number> => {
  const { rows } = await sql<{ alive: number }>`
    select count(*) as alive
    from processes p
    join pg_locks l on l.locktype = 'advisory' and l.classid = ${LIFE_LOCKS} and l.objid::bigint = p.lock_key
                   and l.granted and l.database = (select oid from pg_database where datname = current_database())
    where p.kind = 'worker' and p.metrics is null`.execute(db)
  return rows[0]!.alive
}
