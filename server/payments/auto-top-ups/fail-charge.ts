import { asBusiness } from '../../database/database.ts'
import { lockAutoTopUp, pauseAutoTopUp } from './auto-top-up-queries.ts'
import { failOpenCharge } from '../life/write-checkouts.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/**
 * A charge that was certainly not made. `unusable`: Stripe cannot use the card, so the owner must act. `not_made`: the
 * card is not the reason, so it is tried anew after a pause.
 */
export const failCharge = async (
  { db, databaseNow }: Pick<PaymentDeps, 'db' | 'databaseNow'>,
  {
    businessId,
    reference,
    failure,
  }: { businessId: string; reference: string; failure: 'unusable' | 'not_made' },
): Promise<'failed' | 'unchanged'> => {
  const now = await databaseNow()
  return asBusiness(db, businessId, async (trx) => {
    await lockAutoTopUp(trx, businessId)
    const failed = await failOpenCharge(trx, { businessId, id: reference }, { failure, failed_at: now })
    if (!failed) return 'unchanged'
    if (failure === 'unusable') await pauseAutoTopUp(trx, businessId, failure, now, failed.card_id)
    return 'failed'
  })
}
