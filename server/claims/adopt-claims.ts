import { asSystem, type Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import { sha256 } from '../platform/seal.ts'
import { recordTransfer } from './claim-queries.ts'

const KEPT_MS = 7 * DAY_MS

/**
 * Gives the codes that this browser claimed before it had an account to the account's business. False while the
 * account has no business.
 */
export const adoptClaims = (
  db: Db,
  { secret, userId, now }: { secret: string; userId: string; now: Date },
): Promise<boolean> =>
  asSystem(db, async (trx) => {
    const { business_id: businessId } = await trx
      .selectFrom('users')
      .select('business_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (!businessId) return false
    const adopted = await trx
      .updateTable('qr_codes')
      .set({ business_id: businessId, claimer_hash: null })
      .where('claimer_hash', '=', sha256(secret))
      .where('business_id', 'is', null)
      .where('claimed_at', '>', new Date(now.getTime() - KEPT_MS))
      .returning(['slug', 'place_id as placeId', 'place_name as placeName'])
      .execute()
    for (const code of adopted)
      await recordTransfer(trx, { ...code, kind: 'adopted', businessId, userId, now })
    return true
  })
