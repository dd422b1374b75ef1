import type { TenantTrx } from '../../database/database.ts'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import type { FundsAdded } from '../payment-deps.ts'
import { lockAutoTopUp, pauseAutoTopUp } from '../auto-top-ups/auto-top-up-queries.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'
import { nextCheckoutState } from '../life/checkout-life.ts'
import { moveCheckout, type Change } from '../life/write-checkouts.ts'
import { findTrouble } from './checkout-rules.ts'

export type Settled = 'credited' | 'recorded' | 'unchanged' | 'refused'

/**
 * Brings our record of a checkout to Stripe's state of it, and its money into the funds: once, however often and in
 * whatever order this is called. `isLive` is whether our own key moves real money.
 */
export const settleCheckout = async (
  trx: TenantTrx,
  { businessId, id }: { businessId: string; id: string },
  facts: PaymentFacts,
  { isLive, now, fundsAdded }: { isLive: boolean; now: Date; fundsAdded: FundsAdded },
): Promise<Settled> => {
  // A charge that ends and one that begins take the same lock, so that the second sees what the first brought.
  if (facts.sessionId === undefined) await lockAutoTopUp(trx, businessId)
  const checkout = await trx
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const change = (values: Change, state = checkout.state) =>
    moveCheckout(trx, { businessId, id }, state, values)

  const trouble = findTrouble(checkout, facts, isLive)
  if (trouble) {
    if (checkout.trouble !== trouble) await change({ trouble })
    return 'refused'
  }
  const state = nextCheckoutState(checkout.state, facts.state)
  const news = {
    session_id: facts.sessionId ?? null,
    payment_intent: facts.paymentIntentId ?? checkout.payment_intent,
    receipt_url: await receiptOf(trx, checkout, facts),
  }
  if (state === checkout.state) {
    if (news.receipt_url !== checkout.receipt_url || news.session_id !== checkout.session_id)
      await change(news)
    return 'unchanged'
  }
  const failure = checkout.is_automatic && state === 'failed' ? (facts.refusal ?? 'not_made') : null
  await change(
    {
      ...news,
      trouble: null,
      failure,
      failed_at: failure && now,
      ...(state === 'paid' ? { paid_at: facts.chargedAt } : {}),
    },
    state,
  )
  if (failure && failure !== 'not_made') {
    await pauseAutoTopUp(trx, businessId, failure, now, checkout.card_id)
  }
  if (state !== 'paid') return 'recorded'
  await bookTransfer(trx, businessId, {
    kind: 'topup',
    reference: (facts.sessionId ?? facts.paymentIntentId)!,
    ...(checkout.is_automatic ? { note: 'automatic' } : {}),
    from: 'card',
    to: 'available',
    cents: checkout.amount_cents,
    checkoutId: id,
  })
  await fundsAdded(trx, businessId, now)
  return 'credited'
}

/** Stripe's page of it names who paid: it does not come back to a business that is erased. */
const receiptOf = async (
  trx: TenantTrx,
  checkout: { business_id: string; receipt_url: string | null },
  { receiptUrl }: PaymentFacts,
): Promise<string | null> => {
  if (!receiptUrl || receiptUrl === checkout.receipt_url) return checkout.receipt_url
  // A statement of its own: the one that waited for the row's lock does not see what was erased meanwhile.
  const erasure = await trx
    .selectFrom('erasures')
    .select('id')
    .where('business_id', '=', checkout.business_id)
    .where('began_at', 'is not', null)
    .executeTakeFirst()
  return erasure ? checkout.receipt_url : receiptUrl
}
