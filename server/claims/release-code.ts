import { recordAct, type Actor } from '../audit/record-act.ts'
import { asSystem, type Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { recordTransfer } from './claim-queries.ts'
import { readSlug } from './slug.ts'

/**
 * The operator releases a code: any person who holds it may claim it again, also after the last day of its batch.
 * Its scans stay counted.
 */
export const releaseCode = (
  db: Db,
  text: string,
  { by, now }: { by: Actor; now: Date },
): Promise<{ slug: string; placeName: string }> =>
  asSystem(db, async (trx) => {
    const code = await trx
      .selectFrom('qr_codes')
      .select(['slug', 'place_id', 'place_name', 'business_id'])
      .where('slug', '=', readSlug(text))
      .forUpdate()
      .executeTakeFirst()
    if (!code) throw new Refusal('unknown-code', 404, `There is no code ${text}.`)
    const { slug, place_id: placeId, place_name: placeName, business_id: businessId } = code
    if (!placeId || !placeName) throw new Refusal('not-claimed', 409, `${slug} is not claimed.`)
    await trx
      .updateTable('qr_codes')
      .set({
        place_id: null,
        place_name: null,
        place_address: null,
        review_url: null,
        claimed_at: null,
        claimer_hash: null,
        business_id: null,
      })
      .where('slug', '=', slug)
      .execute()
    await recordTransfer(trx, { slug, kind: 'released', placeId, placeName, businessId, userId: null, now })
    await recordAct(trx, { by, act: 'released-code', businessId, details: { slug }, now })
    return { slug, placeName }
  })
