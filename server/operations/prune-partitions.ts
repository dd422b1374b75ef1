import { sql, type RawBuilder } from 'kysely'
import { openDb } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import { AT_LENGTH } from '../platform/postgres/connections/pool.ts'
import {
  beginOf,
  dropEndedPartitions,
  makeNextPartition,
  openDefaults,
} from '../platform/postgres/schema/partitions.ts'
import { pruneRows } from '../platform/postgres/schema/prune-rows.ts'
import type { Env } from '../platform/process/env.ts'
import type { Log } from '../platform/process/log.ts'
import type { Removed } from './retention-run.ts'

type Deps = {
  databaseUrl: string
  keep: Pick<Env, 'KEEP_EVENTS_DAYS' | 'KEEP_CALLBACKS_DAYS' | 'KEEP_VISITS_DAYS'>
  log: Pick<Log, 'info' | 'warn'>
}

type Options = {
  now: Date
  /** So long is kept what still waits to be handled. */
  waitingDays: number
  /** A backup that runs has a lock on every table. */
  lockPatienceMs?: number
}

const LOCK_PATIENCE_MS = 60 * 60_000
/** Where a partition cannot be dropped for a week, its rows go one by one. */
const DAYS_BUSY = 7

/**
 * What goes with its partition once all of it is old enough. What is in the default partition goes row by row at the
 * same moment, and so does all but what is kept of one that has too much of that.
 */
export const prunePartitions = async (
  { databaseUrl, keep, log }: Deps,
  { now, waitingDays, lockPatienceMs = LOCK_PATIENCE_MS }: Options,
): Promise<Removed> => {
  const until = performance.now() + lockPatienceMs
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  // To read a default partition through may take minutes.
  const onError = (cause: Error) => log.warn({ err: cause }, 'a database connection was lost')
  const { db, close } = openDb(databaseUrl, { max: 1, patience: AT_LENGTH, onError })
  const pruned = async (table: string, days: number, old: (since: Date) => RawBuilder<unknown>) => {
    const isMade = await makeNextPartition(db, table, { now, until })
    const since = await beginOf(db, table, before(days))
    const waitingSince = before(waitingDays)
    const { gone, isBusy } = await dropEndedPartitions(db, table, { since, waitingSince, until })
    if (isBusy || !isMade) log.warn({ table, isMade, isBusy }, 'partitions are left to the next night')
    const rows = await pruneRows(
      db,
      table,
      old(isBusy ? await beginOf(db, table, before(days + DAYS_BUSY)) : since),
    )
    // PostgreSQL counts partitions by itself, and not what they are together.
    await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
    return gone + rows
  }
  const failed: unknown[] = []
  /** What keeps one table from it must not keep the others. */
  const each = (...about: Parameters<typeof pruned>): Promise<number> =>
    pruned(...about).catch((cause: unknown) => {
      failed.push(cause)
      return 0
    })
  try {
    await openDefaults(db)
    const removed = {
      xero_events: await each(
        'xero_events',
        keep.KEEP_EVENTS_DAYS,
        (since) => sql`received_at < ${since}
          and (handled_at is not null or dead_at is not null or received_at < ${before(waitingDays)})`,
      ),
      sms_callbacks: await each(
        'sms_callbacks',
        keep.KEEP_CALLBACKS_DAYS,
        (since) => sql`received_at < ${since}`,
      ),
      link_visits: await each('link_visits', keep.KEEP_VISITS_DAYS, (since) => sql`visited_at < ${since}`),
    }
    if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, 'partitions')
    return removed
  } finally {
    await close()
  }
}
