import type { Trx } from '../../database/database.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import { moveConnection, NO_LOCATION } from './connection-life.ts'
import { forgetReviews } from './forget-reviews.ts'

/**
 * From this moment nothing of the profile is here: the reviews, what Google said of the location, a consent under way.
 * A job then gives our access back and deletes the token. Returns whether there was a connection.
 */
export const detachProfile = async (
  trx: Trx,
  { businessId, now }: { businessId: string; now: Date },
): Promise<boolean> => {
  await trx.deleteFrom('google_reviews').where('business_id', '=', businessId).execute()
  const found = await trx
    .selectFrom('profile_connections')
    .select(['id', 'account_id', 'notifies', 'state'])
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return false
  const key = { businessId, connectionId: found.id }
  const { account_id: _kept, notifies: _too, ...blank } = NO_LOCATION
  await moveConnection(trx, key, 'detaching', { now, facts: { ...blank, next_read_at: null } })
  // Else what was read before the lock was ours would stay.
  await forgetReviews(trx, businessId)
  await enqueue(trx, 'detach-profile', key, { key: `detach-profile:${found.id}`, queue: 'reviews' })
  return true
}
