import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { firstClosed, isTakenByDefault, LEAD_DAYS } from '../../platform/postgres/schema/partitions.ts'
import { PARTITIONED } from '../partitioned.ts'
import { ok, wrong, type Check } from './check.ts'
import { utcDay } from '../../platform/moments-in-words-rules.ts'

type Span = { table: string; key: string; moment: Date; begins: Date; ends: Date; since: Date }

/**
 * Whether all rows are taken, and those of now and tomorrow have a partition. Without one they go to the default one,
 * of which they are deleted singly, and which is read through for the next. `now` is of the database's clock.
 */
export const checkPartitions = async (db: Db, now: Date): Promise<Check> => {
  const closed = await closedSoon(db, now)
  if (closed.length > 0)
    return wrong(
      'partitions',
      `${closed.join(', ')}: a process was killed while it made a partition. End what holds a lock on the table for long, as a backup or a session in psql, then start a worker again`,
    )
  const inDefault: Span[] = []
  for (const span of await spansOf(db, now))
    if (await isTakenByDefault(db, span.table, span.key, span.moment)) inDefault.push(span)
  const missing = inDefault.filter((span) => !isOfUpgrade(span))
  if (missing.length > 0)
    return wrong(
      'partitions',
      `the rows of ${words(missing, ({ begins }) => `from ${utcDay(begins)} on`)} go to the default partition: the job \`renew-partitions\` makes the others each hour, and the worker’s log says why it could not. Nothing is lost, what is old goes more slowly, and it ends with the next partition`,
    )
  if (inDefault.length > 0)
    return ok(
      'partitions',
      `the rows of ${words(inDefault, ({ ends }) => `until ${utcDay(ends)}`)} go to the default partition: the table had rows when it was partitioned`,
    )
  return ok('partitions', 'now and tomorrow have theirs')
}

/** A span to which a default partition is closed begins two days later at least, unless it was left so. */
const closedSoon = async (db: Db, now: Date): Promise<string[]> => {
  const said: string[] = []
  for (const table of PARTITIONED) {
    const begins = await firstClosed(db, table)
    if (begins && begins.getTime() <= now.getTime() + DAY_MS)
      said.push(`${table} takes no rows from ${utcDay(begins)} on`)
  }
  return said
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

/**
 * What had begun by the upgrade, or was about to, has none: the table that had rows became the default partition. The
 * first that is made is one that begins so long after the job's first run, which may be hours later.
 */
const isOfUpgrade = ({ begins, since }: Span): boolean =>
  begins.getTime() < since.getTime() + (LEAD_DAYS + 1) * DAY_MS

/** Of each table the first span. */
const words = (spans: Span[], when: (span: Span) => string): string => {
  const first = spans.filter(({ table }, at) => spans.findIndex((one) => one.table === table) === at)
  return first.map((span) => `${span.table} (${when(span)})`).join(', ')
}
