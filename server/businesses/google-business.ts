import type { GoogleStatus } from '../../contracts/businesses.ts'
import type { Db, TenantTrx } from '../database/database.ts'
import { isReviewUrl, reviewUrlFor } from '../integrations/google/review-url.ts'
import { Refusal } from '../platform/errors.ts'

const findPlace = (db: Db | TenantTrx, businessId: string) =>
  db
    .selectFrom('businesses')
    .select([
      'name',
      'address',
      'place_id',
      'review_url',
      'review_url_is_own',
      'place_checked_at',
      'place_missing_at',
      'deactivated_at',
    ])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()

/** The place at Google that this business is connected to: none while its account is deactivated. */
export const placeIdOf = async (db: Db | TenantTrx, businessId: string): Promise<string | undefined> => {
  const { place_id, deactivated_at } = await findPlace(db, businessId)
  return deactivated_at === null ? (place_id ?? undefined) : undefined
}

export const googleStatusOf = async (trx: TenantTrx, businessId: string): Promise<GoogleStatus> => {
  const found = await findPlace(trx, businessId)
  const isMissing = found.place_missing_at !== null
  return {
    status:
      found.place_id === null || found.deactivated_at !== null
        ? 'disconnected'
        : isMissing
          ? 'error'
          : 'connected',
    lastSync: found.place_checked_at?.toISOString() ?? null,
    businessInfo: {
      name: found.name,
      address: found.address,
      placeId: found.place_id,
      reviewUrl: found.review_url,
      isOwnReviewUrl: found.review_url_is_own,
    },
    message: isMissing
      ? 'Google does not know your business any more, so its review link may not work. Please choose it again.'
      : null,
  }
}

export const notChosen: GoogleStatus = {
  status: 'disconnected',
  lastSync: null,
  businessInfo: null,
  message: null,
}

/** Checked before anything is asked of Google. Throws Refusal 422. */
export const refuseForeignLink = (reviewUrl: string | undefined): void => {
  if (reviewUrl === undefined || isReviewUrl(reviewUrl)) return
  const message = 'The link must lead to your business on Google, such as https://g.page/r/…/review.'
  throw new Refusal('foreign-link', 422, 'This page cannot be opened for your customers.', {
    fields: [{ path: 'reviewUrl', message }],
  })
}

/** The owner's own link, or with none the place's; only while the business is still at this place. */
export const setReviewUrl = async (
  trx: TenantTrx,
  businessId: string,
  { placeId, reviewUrl }: { placeId: string; reviewUrl: string | undefined },
): Promise<void> => {
  await trx
    .updateTable('businesses')
    .set({ review_url: reviewUrl ?? reviewUrlFor(placeId), review_url_is_own: reviewUrl !== undefined })
    .where('id', '=', businessId)
    .where('place_id', '=', placeId)
    .execute()
}
