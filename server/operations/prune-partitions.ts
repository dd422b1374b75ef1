import { sql, type RawBuilder } from 'kysely'
import { openDb } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import { AT_LENGTH } from '../platform/postgres/connections/pool.ts'
import { beginOf, notInEnded } from '../platform/postgres/schema/partitions.ts'
import { pruneRows } from '../platform/postgres/schema/prune-rows.ts'
import type { Log } from '../platform/process/log.ts'
import { ofEachPartitioned, type KeepPartitioned, type Outcome, type Partitioned } from './partitioned.ts'

type Deps = { databaseUrl: string; keep: KeepPartitioned; log: Pick<Log, 'warn'> }
/** So long is kept what still waits to be handled. */
type Options = { now: Date; waitingDays: number }

/** Where a partition cannot be dropped for longer, its rows go one by one: `LATER_DAYS` is made of it. */
const DAYS_TO_DROP = 1

/**
 * Deletes row by row what goes with no partition: what is in the default one, on the day on which its own would go, and
 * what is old of one that could not be dropped for a day.
 */
export const prunePartitions = async (
  { databaseUrl, keep, log }: Deps,
  { now, waitingDays }: Options,
): Promise<Outcome> => {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const old: Record<Partitioned, (since: Date) => RawBuilder<unknown>> = {
    xero_events: (since) => sql`received_at < ${since}
      and (handled_at is not null or dead_at is not null or received_at < ${before(waitingDays)})`,
    sms_callbacks: (since) => sql`received_at < ${since}`,
    link_visits: (since) => sql`visited_at < ${since}`,
  }
  // The sample of a large table takes its time.
  const onError = (cause: Error) => log.warn({ err: cause }, 'a database connection was lost')
  const { db, close } = openDb(databaseUrl, { max: 1, patience: AT_LENGTH, onError })
  try {
    return await ofEachPartitioned(keep, async (table, days, gone) => {
      const since = await beginOf(db, table, before(days))
      const but = await notInEnded(db, table, { after: before(days + DAYS_TO_DROP), until: since })
      gone(await pruneRows(db, table, sql`${old[table](since)} ${but}`))
      // PostgreSQL counts partitions by itself, and not what they are together.
      await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
    })
  } finally {
    await close()
  }
}
