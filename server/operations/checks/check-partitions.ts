import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { ok, wrong, type Check } from './check.ts'

type Made = { table: string; until: Date | null; since: Date }

/**
 * Whether the rows of tomorrow have a partition. Without one they go to the default partition, of which they are
 * deleted one by one, and which is read through before the next one is made. `now` is a moment of the database's clock.
 */
export const checkPartitions = async (db: Db, now: Date): Promise<Check> => {
  const { rows } = await sql<Made>`
    select c.relname as "table", max(span.ends) as until,
           (select min(applied_at) from schema_migrations where name like '%-are-partitioned.sql') as since
    from pg_class c
    left join pg_inherits i on i.inhparent = c.oid
    left join pg_class p on p.oid = i.inhrelid and p.relname !~ '_default$'
    left join lateral partition_of(
      c.relname, to_date(right(p.relname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC') span on p.oid is not null
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'p'
    group by c.relname
    order by c.relname`.execute(db)
  const missing = rows.filter(({ until, since }) => endOf(until, since) < now.getTime() + DAY_MS)
  if (missing.length > 0)
    return wrong(
      'partitions',
      `none is ready for tomorrow’s rows of ${missing.map(({ table }) => table).join(', ')}: the job \`renew-partitions\` makes them each hour, and the worker’s log says why it could not. Nothing is lost, and what is old goes more slowly`,
    )
  return ok('partitions', rows.length === 0 ? 'there are none yet' : 'the next ones are ready')
}

/** Tables that had rows have their first partition from the hour after the upgrade on. */
const endOf = (until: Date | null, since: Date): number => until?.getTime() ?? since.getTime() + 3 * DAY_MS
