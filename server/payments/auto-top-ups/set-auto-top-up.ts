import { sql } from 'kysely'
import { consentWords, type AutoTopUpTerms } from '../../../contracts/shared/auto-top-up-terms.ts'
import type { Trx } from '../../database/database.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import { enqueueForgetting, lockAutoTopUp, NO_CARD, turnOffAutoTopUp } from './auto-top-up-queries.ts'

/** On, as agreed; a pause ends. The words agreed to are kept with who and when. */
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

/** Off, and the card deleted here and, soon after, at Stripe. A charge under way is completed. */
export const removeCard = async (trx: Trx, businessId: string): Promise<void> => {
  const before = await lockAutoTopUp(trx, businessId)
  await turnOffAutoTopUp(trx, businessId)
  if (!before?.card_id) return
  await trx.updateTable('auto_top_ups').set(NO_CARD).where('business_id', '=', businessId).execute()
  await enqueueForgetting(trx, before.card_id)
}

/** Once committed, Stripe deletes whom this business was there, with name and address. Its payments stay. */
export const forgetAtStripe = async (trx: Trx, businessId: string): Promise<void> => {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id as "customerId" from auto_top_ups
    where business_id = ${businessId} and customer_id is not null
    union
    select customer_id from checkouts where business_id = ${businessId} and customer_id is not null`.execute(
    trx,
  )
  for (const { customerId } of rows)
    await enqueue(
      trx,
      'forget-customer',
      { customerId },
      { key: `forget-customer:${customerId}`, queue: 'stripe' },
    )
}
