import type { Trx } from '../database/database.ts'
import type { GooglePlace } from '../integrations/google/places-types.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'
import { Refusal } from '../platform/errors.ts'
import { nameOf } from './claim-code.ts'
import { recordTransfer } from './claim-queries.ts'

export type Moving = {
  slug: string
  place: Pick<GooglePlace, 'placeId' | 'name' | 'address'>
  businessId: string
  userId: string
  now: Date
}

/** Its owner points a code to another business at Google. Throws Refusal 404 where it is not the owner's. */
export const moveCode = async (trx: Trx, { slug, place, businessId, userId, now }: Moving): Promise<void> => {
  const placeName = nameOf(place)
  const moved = await trx
    .updateTable('qr_codes')
    .set({
      place_id: place.placeId,
      place_name: placeName,
      place_address: place.address || null,
      review_url: reviewUrlFor(place.placeId),
    })
    .where('slug', '=', slug)
    .where('business_id', '=', businessId)
    .returning('slug')
    .executeTakeFirst()
  if (!moved) throw notYours()
  await recordTransfer(trx, {
    slug,
    kind: 'moved',
    placeId: place.placeId,
    placeName,
    businessId,
    userId,
    now,
  })
}

export const notYours = (): Refusal => new Refusal('unknown-code', 404, 'This is none of your codes.')
