import type { Updateable } from 'kysely'
import type { Trx } from '../database.ts'
import type { CheckoutFacts } from '../integrations/stripe/stripe-types.ts'
import { fundsAdded } from '../reactions/funds-added.ts'
import type { Tables } from '../tables.ts'
import { bookTransfer } from './book-transfer.ts'
import { findTrouble, nextCheckoutState } from './checkout-rules.ts'

export type Settled = 'credited' | 'noted' | 'unchanged' | 'refused'

/**
 * Brings our record of a checkout to what Stripe says of it, and its money into the funds: once, however often, in
 * whatever order and by whomever this is called. `isLive` is what our own key moves.
 */
export const settleCheckout = async (
  trx: Trx,
  { businessId, id }: { businessId: string; id: string },
  facts: CheckoutFacts,
  { isLive, now }: { isLive: boolean; now: Date },
): Promise<Settled> => {
  const checkout = await trx
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const change = (values: Updateable<Tables['checkouts']>) =>
    trx
      .updateTable('checkouts')
      .set(values)
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()

  const trouble = findTrouble(checkout, facts, isLive)
  if (trouble) {
    if (checkout.trouble !== trouble) await change({ trouble })
    return 'refused'
  }
  const state = nextCheckoutState(checkout.state, facts.state)
  const news = {
    session_id: facts.sessionId,
    payment_intent: facts.paymentIntentId ?? checkout.payment_intent,
    receipt_url: facts.receiptUrl ?? checkout.receipt_url,
  }
  if (state === checkout.state) {
    if (news.receipt_url !== checkout.receipt_url || news.session_id !== checkout.session_id)
      await change(news)
    return 'unchanged'
  }
  await change({ ...news, state, trouble: null, ...(state === 'paid' ? { paid_at: now } : {}) })
  if (state !== 'paid') return 'noted'
  await bookTransfer(trx, businessId, {
    kind: 'topup',
    reference: facts.sessionId,
    from: 'card',
    to: 'available',
    cents: checkout.amount_cents,
  })
  await fundsAdded(trx, businessId, now)
  return 'credited'
}
