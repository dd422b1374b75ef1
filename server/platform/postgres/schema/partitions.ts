import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { codeOf, isNotFree } from './in-locks.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
type AnyDb = Kysely<any>

/** So long before it begins a partition is made at the latest: later its rows go to the default partition. */
const LEAD = sql`interval '2 days'`

type Span = { key: string; begins: Date; ends: Date }
type Next = Span & { isPartitioned: boolean; isThere: boolean }

/**
 * Makes the next partition of a table that begins after the lead, unless it is there. Returns false where it has to be
 * left to a later call: a lock was not free in time, or the default partition has rows of its span.
 */
export const makeNextPartition = async (
  db: AnyDb,
  whole: string,
  { now, until }: { now: Date; until: number },
): Promise<boolean> => {
  const next = await nextOf(db, whole, now)
  if (!next.isPartitioned || next.isThere) return true
  const call = (step: string) =>
    whenFree(until, () =>
      sql<{ is: boolean }>`select ${sql.id(step)}(${whole}, ${next.begins}) as is`.execute(db),
    )
  try {
    // Asked first: a row that is in the way could not be changed while the default partition is closed to it.
    if (await hasRows(db, whole, next)) return false
    const { rows } = await call('close_default')
    if (!rows[0]!.is) return false
    await call('prove_default')
    await call('make_partition')
    return true
  } catch (cause) {
    await openDefaults(db, whole)
    if (isNotFree(cause) || IN_THE_WAY.has(codeOf(cause))) return false
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
const whenFree = async <Out>(until: number, work: () => Promise<Out>): Promise<Out> => {
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (cause) {
      if (!isNotFree(cause) || performance.now() + pauseMs > until) throw cause
    }
    await pause(pauseMs)
  }
}

const nextOf = async (db: AnyDb, whole: string, now: Date): Promise<Next> => {
  const { rows } = await sql<Next>`
    select next.key, next.begins, next.ends, c.relkind = 'p' as "isPartitioned",
           exists (
             select from pg_inherits i join pg_class p on p.oid = i.inhrelid
             where i.inhparent = c.oid and p.relname = next.part) as "isThere"
    from partition_of(${whole}, ${now}::timestamptz + ${LEAD}) last
    cross join partition_of(${whole}, last.ends) next
    join pg_class c on c.oid = ${whole}::regclass`.execute(db)
  return rows[0]!
}

const hasRows = async (db: AnyDb, whole: string, span: Span): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${sql.table(whole)} where ${isIn(span)}) as has`.execute(db)
  return rows[0]!.has
}

const isIn = ({ key, begins, ends }: Span) => sql`${sql.ref(key)} >= ${begins} and ${sql.ref(key)} < ${ends}`

const AT_ANY_RATE_MS = 60_000

/**
 * Takes back what an earlier call, or this one, began and did not end, for one table or for all: it must not stand when
 * its span begins.
 */
export const openDefaults = async (db: AnyDb, whole = '.*'): Promise<void> => {
  await whenFree(performance.now() + AT_ANY_RATE_MS, () =>
    sql`
      select open_default(left(conname, -11), to_date(right(conname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC')
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = to_regnamespace('parts') and k.contype = 'c' and conname ~ ${`^${whole}(_\\d+){3}$`}
        and c.relname = left(conname, -11) || '_default'`.execute(db),
  )
}

/** When the partition begins that this moment falls into. */
export const beginOf = async (db: AnyDb, whole: string, moment: Date): Promise<Date> => {
  const { rows } = await sql<{ begins: Date }>`select begins from partition_of(${whole}, ${moment})`.execute(
    db,
  )
  return rows[0]!.begins
}

type Ended = {
  /** What was received from then on is kept. */
  since: Date
  /** The same of what still waits to be handled. */
  waitingSince: Date
  until: number
}

/**
 * Drops the partitions of a table that ended before `since`; what is kept of one goes to the default partition. Returns
 * how many rows are gone, estimated where they are many, and whether a partition is left to a later call because a lock
 * was not free in time.
 */
export const dropEndedPartitions = async (
  db: AnyDb,
  whole: string,
  { since, waitingSince, until }: Ended,
): Promise<{ gone: number; isBusy: boolean }> => {
  let gone = 0
  for (const { part, begins } of await endedBefore(db, whole, since)) {
    const had = await estimate(db, part)
    try {
      const { rows } = await whenFree(until, () =>
        sql<{ kept: number | null }>`
          select drop_partition(${whole}, ${begins}, ${since}, ${waitingSince}) as kept`.execute(db),
      )
      const { kept } = rows[0]!
      if (kept !== null) gone += Math.max(0, had - kept)
    } catch (cause) {
      if (isNotFree(cause)) return { gone, isBusy: true }
      throw cause
    }
  }
  return { gone, isBusy: false }
}

const endedBefore = async (
  db: AnyDb,
  whole: string,
  since: Date,
): Promise<{ part: string; begins: Date }[]> => {
  const { rows } = await sql<{ part: string; begins: Date }>`
    select span.part, span.begins
    from pg_inherits i
    join pg_class p on p.oid = i.inhrelid and p.relname ~ ${`^${whole}(_\\d+){3}$`}
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
