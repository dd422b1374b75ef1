import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../dates.ts'
import { codeOf, isNotFree } from './in-locks.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
type AnyDb = Kysely<any>

/** So long before it begins a partition is made at the latest: later its rows go to the default partition. */
export const LEAD_DAYS = 2

type Span = { key: string; begins: Date; ends: Date }
type Next = Span & { isPartitioned: boolean }

/** Where a lock is not free: until when a step is tried again, as `performance.now()` says it, or the process ends. */
export type Patience = { until: number; stopping?: AbortSignal | undefined }

/**
 * Makes the next partition of a table that begins after the lead, unless it is there. Says when it begins, and whether
 * it had to be left to a later call: a lock was not free in time, or the default partition has rows of its span.
 */
export const makeNextPartition = async (
  db: AnyDb,
  whole: string,
  now: Date,
  patience: Patience,
): Promise<{ isMade: boolean; begins: Date }> => {
  const next = await nextOf(db, whole, now)
  const { begins } = next
  if (!next.isPartitioned || !(await isTakenByDefault(db, whole, next.key, begins)))
    return { isMade: true, begins }
  const call = (step: string) =>
    whenFree(patience, () =>
      sql<{ is: boolean }>`select ${sql.id(step)}(${whole}, ${begins}) as is`.execute(db),
    )
  try {
    // Asked first: a row that is in the way could not be changed while the default partition is closed to it.
    if (await hasRows(db, whole, next)) return { isMade: false, begins }
    const { rows } = await call('close_default')
    if (!rows[0]!.is) return { isMade: false, begins }
    await call('prove_default')
    await call('make_partition')
    return { isMade: true, begins }
  } catch (cause) {
    await openDefault(db, whole, { ...patience, until: performance.now() + AT_ANY_RATE_MS })
    if (isNotFree(cause) || IN_THE_WAY.has(codeOf(cause))) return { isMade: false, begins }
    throw cause
  }
}

const IN_THE_WAY = new Set([
  '23514', // check_violation: a row of the span came meanwhile
  '57014', // query_canceled: the default partition is too large for the time limit
  // Another process was at the same steps, and has taken one back, or done it: its turn is over or yet to come.
  '42704', // undefined_object
  '42710', // duplicate_object
  '42P07', // duplicate_table
  '55000', // object_not_in_prerequisite_state
])

const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** Each try keeps others waiting for as long as it waits itself, which is a moment: the next ones come ever later. */
const whenFree = async <Out>({ until, stopping }: Patience, work: () => Promise<Out>): Promise<Out> => {
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (cause) {
      if (!isNotFree(cause) || performance.now() + pauseMs > until) throw cause
      await pause(pauseMs, undefined, { signal: stopping }).catch(() => {
        throw cause
      })
    }
  }
}

const nextOf = async (db: AnyDb, whole: string, now: Date): Promise<Next> => {
  const { rows } = await sql<Next>`
    select next.key, next.begins, next.ends, c.relkind = 'p' as "isPartitioned"
    from partition_of(${whole}, ${new Date(now.getTime() + LEAD_DAYS * DAY_MS)}) last
    cross join partition_of(${whole}, last.ends) next
    join pg_class c on c.oid = ${whole}::regclass`.execute(db)
  return rows[0]!
}

/** Whether a row of this moment goes to the default partition. An operator's partition may have a name of its own. */
export const isTakenByDefault = async (
  db: AnyDb,
  whole: string,
  key: string,
  moment: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ condition: string | null }>`
    select pg_get_partition_constraintdef(partdefid) as condition from pg_partitioned_table
    where partrelid = ${whole}::regclass`.execute(db)
  // Of an only partition PostgreSQL says none.
  const condition = rows[0]?.condition ?? 'true'
  const { rows: taken } = await sql<{ is: boolean }>`
    select ${sql.raw(condition)} as is from (select ${moment}::timestamptz as ${sql.ref(key)}) moment`.execute(
    db,
  )
  return taken[0]!.is
}

const hasRows = async (db: AnyDb, whole: string, span: Span): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${sql.table(whole)} where ${isIn(span)}) as has`.execute(db)
  return rows[0]!.has
}

const isIn = ({ key, begins, ends }: Span) => sql`${sql.ref(key)} >= ${begins} and ${sql.ref(key)} < ${ends}`

const AT_ANY_RATE_MS = 60_000

/**
 * Takes back what an earlier call, or this one, began and did not end: it must not stand when its span begins. Returns
 * false where a lock was not free in time.
 */
export const openDefault = async (db: AnyDb, whole: string, patience: Patience): Promise<boolean> => {
  try {
    await whenFree(patience, () =>
      sql`select open_default(${whole}, begins) from ${closedFrom(whole)} closed`.execute(db),
    )
    return true
  } catch (cause) {
    if (isNotFree(cause)) return false
    throw cause
  }
}

/** When the first span begins of which the default partition of a table takes no rows. */
export const firstClosed = async (db: AnyDb, whole: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ begins: Date }>`
    select begins from ${closedFrom(whole)} closed order by begins limit 1`.execute(db)
  return rows[0]?.begins
}

const closedFrom = (whole: string): RawBuilder<unknown> => sql`(
  select to_date(right(conname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC' as begins
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = to_regnamespace('parts') and c.relname = ${`${whole}_default`}
    and k.contype = 'c' and conname ~ ${`^${whole}_\\d{4}_\\d\\d_\\d\\d$`})`

/** When the partition begins that this moment falls into. */
export const beginOf = async (db: AnyDb, whole: string, moment: Date): Promise<Date> => {
  const { rows } = await sql<{ begins: Date }>`select begins from partition_of(${whole}, ${moment})`.execute(
    db,
  )
  return rows[0]!.begins
}

type Kept = {
  /** What was received from then on is kept. */
  since: Date
  /** The same of what still waits to be handled. */
  waitingSince: Date
}

/**
 * Drops the partitions of a table that ended before `since`; what is kept of one goes to the default partition. Counts
 * with `gone` the rows that went, estimated where they are many. Where a partition is left to a later call because a
 * lock was not free in time, says when the first such ended.
 */
export const dropEndedPartitions = async (
  db: AnyDb,
  whole: string,
  { since, waitingSince }: Kept,
  gone: (rows: number) => void,
  patience: Patience,
): Promise<{ left?: Date }> => {
  for (const { part, begins, ends } of await endedBefore(db, whole, since)) {
    const had = await estimate(db, part)
    try {
      const { rows } = await whenFree(patience, () =>
        sql<{ kept: number | null }>`
          select drop_partition(${whole}, ${begins}, ${since}, ${waitingSince}) as kept`.execute(db),
      )
      const { kept } = rows[0]!
      if (kept !== null) gone(Math.max(0, had - kept))
    } catch (cause) {
      if (isNotFree(cause)) return { left: ends }
      throw cause
    }
  }
  return {}
}

/**
 * And no row of a partition that ended in this time and still stands: it is about to be dropped, and is then not read
 * through for the rows of others.
 */
export const notInEnded = async (
  db: AnyDb,
  whole: string,
  { after, until }: { after: Date; until: Date },
): Promise<RawBuilder<unknown>> => {
  const ended = await endedBefore(db, whole, until)
  const ofLate = ended.filter(({ ends }) => ends > after)
  return sql.join(
    ofLate.map((span) => sql`and not (${isIn(span)})`),
    sql` `,
  )
}

type Ended = Span & { part: string }

const endedBefore = async (db: AnyDb, whole: string, since: Date): Promise<Ended[]> => {
  const { rows } = await sql<Ended>`
    select span.part, span.key, span.begins, span.ends
    from pg_inherits i
    join pg_class p on p.oid = i.inhrelid and p.relname ~ ${`^${whole}_\\d{4}_\\d\\d_\\d\\d$`}
    cross join partition_of(${whole}, to_date(right(p.relname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC') span
    where i.inhparent = ${whole}::regclass and span.ends <= ${since}
    order by span.begins`.execute(db)
  return rows
}

/** From a sample of its rows, which is all of them where they are few: to count millions takes minutes. */
const estimate = async (db: AnyDb, part: string): Promise<number> => {
  await sql`analyze (skip_locked) ${sql.id('parts', part)}`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class where oid = ${`parts.${part}`}::regclass`.execute(
    db,
  )
  return rows[0]!.rows
}
