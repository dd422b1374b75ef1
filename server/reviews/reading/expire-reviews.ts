import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { HOUR_MS } from '../../platform/dates.ts'
import { pruneRows } from '../../platform/postgres/schema/prune-rows.ts'
import type { Log } from '../../platform/process/log.ts'
import { KEPT_MS } from '../connecting/profile-status.ts'

/** Removed so long before its time is over: the job runs hourly, and may be late once. */
const AHEAD_MS = 3 * HOUR_MS

/** Deletes reviews that Google has not returned for 30 days, and blanks what else it said and is as old. */
export const expireReviews = async (
  { db, log }: { db: Db; log: Pick<Log, 'info'> },
  now: Date,
): Promise<void> => {
  const until = new Date(now.getTime() + AHEAD_MS)
  const since = new Date(until.getTime() - KEPT_MS)
  const reviews = await pruneRows(db, 'google_reviews', sql`expires_at <= ${until}`)
  const totals = await db
    .updateTable('profile_connections')
    .set({ total_reviews: null, average_rating: null, totals_at: null })
    .where('totals_at', '<=', since)
    .executeTakeFirst()
  const titles = await db
    .updateTable('profile_connections')
    .set({ location_title: null, is_verified: null, location_read_at: null })
    .where('location_read_at', '<=', since)
    .executeTakeFirst()
  log.info(
    { reviews, totals: Number(totals.numUpdatedRows), titles: Number(titles.numUpdatedRows) },
    'what Google has not returned for 30 days is removed',
  )
}
