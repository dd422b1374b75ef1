import type { Trx } from '../../database/database.ts'

/**
 * What was read of a profile that is read no longer, and who has looked at it: else each review of the next one, or of
 * the same one connected again, would be new to her.
 */
export const forgetReviews = async (trx: Trx, businessId: string): Promise<void> => {
  await trx.deleteFrom('google_reviews').where('business_id', '=', businessId).execute()
  await trx.deleteFrom('reviews_seen').where('business_id', '=', businessId).execute()
}
