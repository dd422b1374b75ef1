import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { isTakenByDefault, LEAD_DAYS } from '../../platform/postgres/schema/partitions.ts'
import { PARTITIONED } from '../partitioned.ts'
import { ok, wrong, type Check } from './check.ts'

type Span = { table: string; key: string; moment: Date; begins: Date; ends: Date; since: Date }

/**
 * Whether the rows of now and of tomorrow have a partition. Without one they go to the default partition, of which they
 * are deleted one by one, and which is read through before the next one is made. `now` is of the database's clock.
 */
export const checkPartitions = async (db: Db, now: Date): Promise<Check> => {
  const inDefault: Span[] = []
  for (const span of await spansOf(db, now))
    if (await isTakenByDefault(db, span.table, span.key, span.moment)) inDefault.push(span)
  const missing = inDefault.filter((span) => !isOfUpgrade(span))
  if (missing.length > 0)
    return wrong(
      'partitions',
      `the rows of ${words(missing, ({ begins }) => `from ${dayOf(begins)} on`)} go to the default partition: the job \`renew-partitions\` makes the others each hour, and the worker’s log says why it could not. Nothing is lost, what is old goes more slowly, and it ends with the next partition`,
    )
  if (inDefault.length > 0)
    return ok(
      'partitions',
      `the rows of ${words(inDefault, ({ ends }) => `until ${dayOf(ends)}`)} go to the default partition: the table had rows when it was partitioned`,
    )
  return ok('partitions', 'now and tomorrow have theirs')
}

/** The spans of now and of tomorrow, of each table that is partitioned by now. */
const spansOf = async (db: Db, now: Date): Promise<Span[]> => {
  const { rows } = await sql<Span>`
    select distinct on (c.relname, span.begins)
           c.relname as "table", span.key, moment, span.begins, span.ends, upgrade.since
    from pg_class c
    cross join unnest(${[now, new Date(now.getTime() + DAY_MS)]}::timestamptz[]) as moment
    cross join lateral partition_of(c.relname, moment) span
    cross join (select min(applied_at) as since from schema_migrations where name like '%-are-partitioned.sql') upgrade
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'p' and c.relname = any(${PARTITIONED})
    order by c.relname, span.begins, moment`.execute(db)
  return rows
}

/** What had begun by the upgrade, or was about to, has none: the table that had rows became the default partition. */
const isOfUpgrade = ({ begins, since }: Span): boolean =>
  begins.getTime() < since.getTime() + LEAD_DAYS * DAY_MS

/** Of each table the first span. */
const words = (spans: Span[], when: (span: Span) => string): string => {
  const first = spans.filter(({ table }, at) => spans.findIndex((one) => one.table === table) === at)
  return first.map((span) => `${span.table} (${when(span)})`).join(', ')
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
