import type { TopUpResponse } from '../../../contracts/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { newSecret, sha256 } from '../../platform/seal.ts'
import { orderCheckout } from '../life/write-checkouts.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** As long as the browser may come back without its session; Stripe takes no less than 30 minutes. */
const OPEN_MS = 60 * MINUTE_MS

export type StartedTopUp = TopUpResponse & { returnSecret: string }

/**
 * Records what is to be paid, then asks Stripe for a page to pay it on. `returnSecret` is for the cookie of the
 * browser that goes there. Throws VendorFailure when Stripe gives no page; then nothing was charged.
 */
export const startTopUp = async (
  { db, stripe, clock, publicUrl }: Pick<PaymentDeps, 'db' | 'stripe' | 'clock'> & { publicUrl: string },
  { businessId, userId, amountCents }: { businessId: string; userId: string; amountCents: number },
): Promise<StartedTopUp> => {
  const now = clock()
  const until = new Date(now.getTime() + OPEN_MS)
  const returnSecret = newSecret()
  const order = await asBusiness(db, businessId, async (trx) => {
    const who = await trx
      .selectFrom('businesses as b')
      .innerJoin('users as u', 'u.business_id', 'b.id')
      .select(['b.name', 'b.currency', 'u.email'])
      .where('b.id', '=', businessId)
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow()
    const id = await orderCheckout(trx, {
      business_id: businessId,
      user_id: userId,
      amount_cents: amountCents,
      currency: who.currency,
      return_hash: sha256(returnSecret),
      return_until: until,
      created_at: now,
      expires_at: until,
    })
    if (id === undefined) throw new Error('An order for a page was not written down.')
    return { ...who, id }
  })

  const { sessionId, url } = await stripe.createCheckout({
    reference: order.id,
    amountCents,
    currency: order.currency,
    description: `Text message funds for ${order.name}`,
    email: order.email,
    successUrl: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/dashboard?payment=cancelled`,
    expiresAt: until,
  })
  await asBusiness(db, businessId, (trx) =>
    trx.updateTable('checkouts').set({ session_id: sessionId }).where('id', '=', order.id).execute(),
  )
  return { checkoutUrl: url, sessionId, returnSecret }
}
