import type { AutoTopUpTerms } from '../../contracts/auto-top-up-terms.ts'
import { consentWords } from '../../contracts/auto-top-up-terms.ts'
import { asBusiness, type Trx } from '../database.ts'
import { lockAutoTopUp } from './auto-top-up-queries.ts'
import type { PaymentDeps } from './funds-deps.ts'
import { forgetQuietly } from './keep-card.ts'

/** On, as agreed; what was paused goes on. The words agreed to are kept with who and when. */
export const turnOnAutoTopUp = async (
  trx: Trx,
  { businessId, userId }: { businessId: string; userId: string },
  terms: AutoTopUpTerms,
  now: Date,
): Promise<void> => {
  const { currency } = await trx
    .selectFrom('businesses')
    .select('currency')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const agreed = {
    user_id: userId,
    consented_at: now,
    consent_words: consentWords(terms, currency),
    is_on: true,
    threshold_cents: terms.threshold * 100,
    amount_cents: terms.amount * 100,
    month_cap_cents: terms.monthlyCap * 100,
    currency,
    paused_reason: null,
    paused_at: null,
  }
  await trx
    .insertInto('auto_top_ups')
    .values({ business_id: businessId, ...agreed })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(agreed))
    .execute()
}

/** Off, and the card forgotten here and at Stripe. A charge under way runs its course. */
export const removeCard = async (deps: PaymentDeps, businessId: string): Promise<void> => {
  const cardId = await asBusiness(deps.db, businessId, async (trx) => {
    const before = await lockAutoTopUp(trx, businessId)
    await trx
      .updateTable('auto_top_ups')
      .set({
        is_on: false,
        paused_reason: null,
        paused_at: null,
        card_id: null,
        card_brand: null,
        card_last4: null,
        card_ends: null,
      })
      .where('business_id', '=', businessId)
      .execute()
    return before?.card_id
  })
  if (cardId) await forgetQuietly(deps, cardId)
}
