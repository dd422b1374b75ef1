import { PAST_PAYMENT, pastPaymentAt } from '../../../sandbox/stripe/past-payment.ts'
import type { TenantTrx } from '../../../server/database/database.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { MINUTE_MS } from '../../../server/platform/dates.ts'
import { moveFunds } from './move-funds.ts'
import type { DemoBusiness } from './demo-business.ts'

const GRANT = { cents: 500, note: 'welcome, the first fifty texts are on us' }

/** What came in: a welcome from the operator, and a top-up by card whose receipt is at the sandbox's Stripe. */
export const writeFunds = async (
  trx: TenantTrx,
  { stripe, env }: Parts,
  { businessId, ownerId }: DemoBusiness,
  { liveSince, now }: { liveSince: Date; now: Date },
): Promise<void> => {
  const { sessionId, intentId, amountCents } = PAST_PAYMENT
  const paidAt = pastPaymentAt(now)
  const facts = await stripe.getCheckout(sessionId)
  await trx
    .insertInto('checkouts')
    .values({
      business_id: businessId,
      user_id: ownerId,
      amount_cents: amountCents,
      currency: env.CURRENCY,
      state: 'paid',
      session_id: sessionId,
      payment_intent: intentId,
      receipt_url: facts?.receiptUrl ?? null,
      created_at: new Date(paidAt.getTime() - MINUTE_MS),
      expires_at: new Date(paidAt.getTime() + 30 * MINUTE_MS),
      paid_at: paidAt,
    })
    .execute()
  await moveFunds(trx, businessId, [
    {
      kind: 'grant',
      reference: 'demo-welcome',
      note: GRANT.note,
      at: liveSince,
      from: 'granted',
      to: 'available',
      cents: GRANT.cents,
    },
    { kind: 'topup', reference: sessionId, at: paidAt, from: 'card', to: 'available', cents: amountCents },
  ])
}
