import { sql } from 'kysely'
import { asSystem, type Db } from '../database/database.ts'
import type { GooglePlace } from '../integrations/google/places-types.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'
import { Refusal } from '../platform/errors.ts'
import { sha256 } from '../platform/seal.ts'
import { isExpired, recordTransfer } from './claim-queries.ts'

export type Claiming = {
  slug: string
  place: Pick<GooglePlace, 'placeId' | 'name' | 'address'>
  /** The secret that the claiming browser keeps, so that an account made there owns the code. */
  secret: string
  /** The owner who is signed in there, with a business: she owns the code at once. */
  owner: { userId: string; businessId: string } | undefined
  now: Date
}

/**
 * The code leads to this business from now on. Of several people who try at once one succeeds; the same browser,
 * or the same owner, may repeat the call after an answer was lost. Throws Refusal 409 for any other caller.
 */
export const claimCode = (db: Db, { slug, place, secret, owner, now }: Claiming): Promise<void> =>
  asSystem(db, async (trx) => {
    const claimerHash = sha256(secret)
    const name = nameOf(place)
    const { rows } = await sql`
      update qr_codes c
      set place_id = ${place.placeId}, place_name = ${name}, place_address = ${place.address || null},
          review_url = ${reviewUrlFor(place.placeId)}, claimed_at = ${now},
          claimer_hash = ${claimerHash}, business_id = ${owner?.businessId ?? null}::uuid
      where slug = ${slug} and place_id is null and not ${isExpired(now)}
      returning slug`.execute(trx)
    if (rows.length === 0) {
      const own = await trx
        .selectFrom('qr_codes')
        .select('slug')
        .where('slug', '=', slug)
        .where('place_id', '=', place.placeId)
        .where(({ eb, or }) =>
          or([
            eb('claimer_hash', '=', claimerHash),
            ...(owner ? [eb('business_id', '=', owner.businessId)] : []),
          ]),
        )
        .executeTakeFirst()
      if (own) return
      throw alreadyClaimed()
    }
    await recordTransfer(trx, {
      slug,
      kind: 'claimed',
      placeId: place.placeId,
      placeName: name,
      businessId: owner?.businessId ?? null,
      userId: owner?.userId ?? null,
      now,
    })
  })

export const nameOf = (place: Pick<GooglePlace, 'name'>): string =>
  place.name.trim().slice(0, 200) || 'A business'

export const alreadyClaimed = (): Refusal =>
  new Refusal(
    'already-claimed',
    409,
    'Somebody else has just claimed this code, so it leads to their business.',
  )
