import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'

type Who = { businessId: string; userId: string }

/** When she last looked at her reviews. */
export const findSeen = async (trx: TenantTrx, { businessId, userId }: Who): Promise<Date | undefined> => {
  const row = await trx
    .selectFrom('reviews_seen')
    .select('seen_at')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.seen_at
}

/**
 * Two windows may tell of it in either order: the later look counts. Before all reviews were read once there is none:
 * those that are still to be read are not new.
 */
export const noteSeen = async (
  trx: TenantTrx,
  { businessId, userId, readAt }: Who & { readAt: Date },
): Promise<void> => {
  await sql`
    insert into reviews_seen as s (business_id, user_id, seen_at)
    select ${businessId}::uuid, ${userId}::uuid, ${readAt}::timestamptz from profile_connections
    where business_id = ${businessId} and full_read_at is not null
    on conflict (business_id, user_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)`.execute(
    trx,
  )
}
