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
  if (!next.isPartitioned) return true
  await openDefault(db, whole)
  if (next.isThere) return true
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
    await openDefault(db, whole)
    if (isNotFree(cause) || IN_THE_WAY.has(codeOf(cause))) return false
    throw cause
  }
}

const IN_THE_WAY = new Set([
  '23514', // check_violation: a row of the span came meanwhile
  '57014', // query_canceled: the default partition is too large for the time limit
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

/** What an earlier call, or this one, began and did not end must not stand when its span begins. */
const openDefault = async (db: AnyDb, whole: string): Promise<void> => {
  await whenFree(performance.now() + AT_ANY_RATE_MS, () =>
    sql`
      select open_default(${whole}, to_date(right(conname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC')
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = to_regnamespace('parts') and c.relname = ${`${whole}_default`} and k.contype = 'c'
        and k.conname ~ ${`^${whole}(_\\d+){3}$`}`.execute(db),
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
 * how many rows there were that are gone, and whether one is left to a later call because a lock was not free in time.
 */
export const dropEndedPartitions = async (
  db: AnyDb,
  whole: string,
  { since, waitingSince, until }: Ended,
): Promise<{ gone: number; isBusy: boolean }> => {
  let gone = 0
  for (const one of await endedBefore(db, whole, since)) {
    const had = await countOf(db, whole, one)
    try {
      await whenFree(until, () =>
        sql`select drop_partition(${whole}, ${one.begins}, ${since}, ${waitingSince})`.execute(db),
      )
    } catch (cause) {
      if (isNotFree(cause)) return { gone, isBusy: true }
      throw cause
    }
    gone += had - (await countOf(db, whole, one))
  }
  return { gone, isBusy: false }
}

const endedBefore = async (db: AnyDb, whole: string, since: Date): Promise<Span[]> => {
  const { rows } = await sql<Span>`
    select span.key, span.begins, span.ends
    from pg_inherits i
    join pg_class p on p.oid = i.inhrelid and p.relname ~ ${`^${whole}(_\\d+){3}$`}
    cross join partition_of(${whole}, to_date(right(p.relname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC') span
    where i.inhparent = ${whole}::regclass and span.ends <= ${since}
    order by span.begins`.execute(db)
  return rows
}

const countOf = async (db: AnyDb, whole: string, span: Span): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(whole)} where ${isIn(span)}`.execute(db)
  return rows[0]!.count
}
