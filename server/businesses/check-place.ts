import { asBusiness, type Db, type TenantTrx } from '../database/database.ts'
import type { Places } from '../integrations/google/places-types.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'
import { placeIdOf } from './google-business.ts'
import { takeCodesAlong } from './take-codes-along.ts'

/**
 * Asks Google, free of charge, whether the place still exists, and follows it where its id changed, with its
 * printed codes. Throws VendorFailure when Google gives no good answer.
 */
export const checkPlace = async (
  { db, places }: { db: Db; places: Pick<Places, 'currentId'> },
  businessId: string,
  now: Date,
): Promise<void> => {
  const placeId = await placeIdOf(db, businessId)
  if (!placeId) return
  const currentId = await places.currentId(placeId)
  await asBusiness(db, businessId, (trx) => recordCheck(trx, businessId, { placeId, currentId, now }))
}

/** Only if the owner has neither chosen another place nor deactivated the account meanwhile. */
const recordCheck = async (
  trx: TenantTrx,
  businessId: string,
  { placeId, currentId, now }: { placeId: string; currentId: string | undefined; now: Date },
): Promise<void> => {
  const recorded = await trx
    .updateTable('businesses')
    .set(({ fn, ref, val, eb }) =>
      currentId
        ? {
            place_checked_at: now,
            place_missing_at: null,
            place_id: currentId,
            review_url: eb
              .case()
              .when('review_url_is_own', '=', true)
              .then(ref('review_url'))
              .else(reviewUrlFor(currentId))
              .end(),
          }
        : { place_checked_at: now, place_missing_at: fn.coalesce('place_missing_at', val(now)) },
    )
    .where('id', '=', businessId)
    .where('place_id', '=', placeId)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (recorded && currentId) await takeCodesAlong(trx, businessId, { from: placeId, to: currentId, now })
}
