import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Log } from '../../process/log.ts'
import { onOneConnection } from '../connections/one-connection.ts'

export type Lease = {
  /** False once this process was too slow to renew: another may have begun the same work, so this one must stop. */
  isHeld: () => boolean
  /** A condition for writes that must fail once the lease was lost, however late they are made. */
  stillHeld: RawBuilder<boolean>
}

export type Leases = {
  /** Runs `work` unless any process runs work under this name now; returns whether it ran. */
  alone: (name: string, work: (lease: Lease) => Promise<void>) => Promise<boolean>
  /** The same. What `asks` reads once the lease is taken shares its round trip. */
  aloneWith: <Read>(
    name: string,
    asks: (one: Database) => Promise<Read>,
    work: (lease: Lease, read: Read) => Promise<void>,
  ) => Promise<boolean>
}

export type LeaseOptions = {
  /** Who holds it, for the operator, and for the worker that releases the leases of an ended process: one of a kind. */
  holder: string
  log: Log
  lastsMs?: number
}

const LASTS_MS = 15_000
/** So that two renewals may fail before a lease is lost. */
const RENEWALS = 4

/**
 * Leases are rows that expire by the database's clock unless their holder renews them, so a host that vanished or a
 * process that was stopped delays no work for long. Each taking has a token of its own (decision 34).
 */
export const openLeases = (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database that has the table leases
  db: Kysely<any>,
  { holder, log, lastsMs = LASTS_MS }: LeaseOptions,
): Leases => {
  const inHand = new Set<string>()
  const runLeased: Leases['aloneWith'] = async (name, asks, work) => {
    const askedAt = performance.now()
    const [taken, read] = await onOneConnection(db, (one) =>
      Promise.allSettled([take(one, { name, holder, lastsMs }), asks(one)]),
    )
    if (taken.status === 'rejected') throw taken.reason
    const token = taken.value
    if (!token) return false
    const lease = keep(db, { name, token, lastsMs, log, until: askedAt + lastsMs })
    try {
      if (read.status === 'rejected') throw read.reason
      await work(lease, read.value)
      return true
    } finally {
      lease.stopRenewing()
      await release(db, { name, token }).catch((cause: unknown) =>
        log.warn(
          { err: cause, name },
          'a lease could not be released: this process takes it again, or it expires',
        ),
      )
    }
  }
  const aloneWith: Leases['aloneWith'] = async (name, asks, work) => {
    if (inHand.has(name)) return false
    inHand.add(name)
    try {
      return await runLeased(name, asks, work)
    } finally {
      inHand.delete(name)
    }
  }
  return { aloneWith, alone: (name, work) => aloneWith(name, async () => undefined, work) }
}

// oxlint-disable-next-line typescript/no-explicit-any -- any database that has the table leases
type Database = Kysely<any>
type Held = { name: string; token: string }

/** None lasts as long, unless the database's clock was set back since: it would keep everybody out until then. */
const AHEAD = 2

/** What this process holds and does not work on it could not release, or never learned that it got. */
const take = async (
  db: Database,
  { name, holder, lastsMs }: { name: string; holder: string; lastsMs: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ token: string }>`
    insert into leases (name, holder, expires_at)
    values (${name}, ${holder}, clock_timestamp() + ${lastsMs} * interval '1 millisecond')
    on conflict (name) do update
    set holder = excluded.holder, token = excluded.token, expires_at = excluded.expires_at
    where leases.expires_at not between clock_timestamp() and clock_timestamp() + ${AHEAD * lastsMs} * interval '1 millisecond'
       or leases.holder = ${holder}
    returning token`.execute(db)
  return rows[0]?.token
}

/** Renews until stopped. A renewal that finds another token, or comes too late by our own clock, ends the lease. */
const keep = (
  db: Database,
  { name, token, lastsMs, log, until }: Held & { lastsMs: number; log: Log; until: number },
): Lease & { stopRenewing: () => void } => {
  let heldUntil = until
  const renew = async () => {
    const askedAt = performance.now()
    const { numAffectedRows } = await sql`
      update leases set expires_at = clock_timestamp() + ${lastsMs} * interval '1 millisecond'
      where name = ${name} and token = ${token}`.execute(db)
    heldUntil = numAffectedRows === 1n ? askedAt + lastsMs : 0
  }
  const timer = setInterval(() => {
    renew().catch((cause: unknown) => log.warn({ err: cause, name }, 'a lease could not be renewed'))
  }, lastsMs / RENEWALS)
  timer.unref()
  return {
    isHeld: () => performance.now() < heldUntil,
    // The lock makes the next holder wait for the write, so that it sees the write, or the write is not made.
    stillHeld: sql<boolean>`exists (select from leases where name = ${name} and token = ${token} for share)`,
    stopRenewing: () => clearInterval(timer),
  }
}

/** The row stays: its next taking then changes it in place. A renewal that is still under way finds another token. */
const release = async (db: Database, { name, token }: Held): Promise<void> => {
  await sql`
    update leases set expires_at = '-infinity', token = gen_random_uuid()
    where name = ${name} and token = ${token}`.execute(db)
}

/**
 * Whether any process has it in hand; all that was written under one that is not is in the same snapshot. One far ahead
 * counts, other than in `take`: whoever held it as the clock was set back may go on. The next taking ends it.
 */
export const isLeased = (name: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from leases where name = ${name} and expires_at > clock_timestamp())`

/**
 * Whoever holds one of them may write no more under it: to be called in the transaction of what they must not
 * overwrite, and before it. One that nobody ever held is made, so that its first taking waits for this transaction.
 */
export const endLeases = async (trx: Database, names: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into leases (name, holder, expires_at) select name, 'nobody', '-infinity'::timestamptz from (${names}) n (name)
    order by name
    on conflict (name) do update set token = gen_random_uuid(), expires_at = '-infinity'`.execute(trx)
}
