import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

/** Reviews are removed three hours ahead, and locations looked at within the hour. */
const LATE_MS = 180 * MINUTE_MS

/** Whether reviews are read, and removed in time; how many owners wait for Google's approval of this installation. */
export const checkReviews = async (db: Db, now: Date): Promise<Check> => {
  const { rows } = await sql<{ connected: number; waiting: number; late: number; old: number }>`
    select count(*) filter (where state = 'connected') as connected,
           count(*) filter (where state = 'waiting_for_google') as waiting,
           count(*) filter (where state = 'connected' and next_read_at < ${new Date(now.getTime() - LATE_MS)}) as late,
           (select count(*) from google_reviews where expires_at < ${now}) as old
    from profile_connections`.execute(db)
  const { connected, waiting, late, old } = rows[0]!
  if (old > 0)
    return wrong(
      'reviews',
      `${isAre(old, 'is', 'are')} kept for longer than Google allows: the job \`expire-reviews\` fails`,
    )
  if (late > 0)
    return wrong(
      'reviews',
      `of ${isAre(late, 'profile', 'profiles')} were not read for hours: is a worker running?`,
    )
  const said = `${isAre(connected, 'profile is', 'profiles are')} connected`
  return ok(
    'reviews',
    waiting === 0 ? said : `${said}, ${isAre(waiting, 'waits', 'wait')} until Google approves your project`,
  )
}
