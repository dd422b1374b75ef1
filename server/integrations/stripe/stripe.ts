import type { Stripe } from 'stripe'
import { VendorFailure } from '../../platform/errors.ts'
import { openStripe } from './open-stripe.ts'
import { stripeCards } from './stripe-cards.ts'
import { stripeLists } from './stripe-lists.ts'
import { BUSINESS, CHECKOUT, checkoutFacts, disputeFacts, refundFacts } from './stripe-facts.ts'
import { failureOf, orFailure, orUnknown } from './stripe-failures.ts'
import { verifyEvent } from './stripe-webhook.ts'
import type { CheckoutFacts, NewCheckout, StripeEvent, TakenBack } from './stripe-types.ts'

export type StripePort = ReturnType<typeof createStripe>

export type StripeConfig = {
  secretKey: string
  webhookSecret: string
  apiUrl: string
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const EXPANDED = ['payment_intent.latest_charge']

/** Card payments: begins a checkout, charges a saved card, and returns the state of both and of reversals. */
export const createStripe = ({ secretKey, webhookSecret, apiUrl, timeoutMs = TIMEOUT_MS }: StripeConfig) => {
  const api = openStripe(secretKey, apiUrl, timeoutMs)
  const { sessions } = api.checkout

  return {
    /** Whether our key moves real money; `livemode` of Stripe's objects must be the same. */
    isLive: /^(sk|rk)_live_/.test(secretKey),

    ...stripeCards(api),
    ...stripeLists(api),

    /** Asked again with the same reference, Stripe answers with the same session. Throws VendorFailure. */
    createCheckout: async (wanted: NewCheckout): Promise<{ sessionId: string; url: string }> => {
      const { id, url } = await orFailure(
        sessions.create(sessionParameters(wanted), { idempotencyKey: `checkout-${wanted.reference}` }),
      )
      if (!url) throw new VendorFailure('stripe', 'rejected', 'no-page', 'The checkout has no page any more.')
      return { sessionId: id, url }
    },

    getCheckout: async (sessionId: string): Promise<CheckoutFacts | undefined> => {
      const session = await orUnknown(sessions.retrieve(sessionId, { expand: EXPANDED }))
      return session && checkoutFacts(session)
    },

    /** Closes the page, so that nothing can be paid on it any more; returns its state, which may be paid already. */
    closeCheckout: async (sessionId: string): Promise<CheckoutFacts | undefined> => {
      try {
        return checkoutFacts(await sessions.expire(sessionId))
      } catch (cause) {
        if (failureOf(cause).kind !== 'rejected') throw failureOf(cause)
        const session = await orUnknown(sessions.retrieve(sessionId, { expand: EXPANDED }))
        return session && checkoutFacts(session)
      }
    },

    /** The checkout that a payment belongs to. */
    findCheckout: async (paymentIntentId: string): Promise<CheckoutFacts | undefined> => {
      const expand = EXPANDED.map((path) => `data.${path}`)
      const found = await orUnknown(sessions.list({ payment_intent: paymentIntentId, limit: 1, expand }))
      return found?.data[0] && checkoutFacts(found.data[0])
    },

    getRefund: async (id: string): Promise<TakenBack | undefined> => {
      const refund = await orUnknown(api.refunds.retrieve(id))
      return refund && refundFacts(refund)
    },

    getDispute: async (id: string): Promise<TakenBack | undefined> => {
      const dispute = await orUnknown(api.disputes.retrieve(id, { expand: ['charge'] }))
      return dispute && disputeFacts(dispute)
    },

    /** Undefined for a signature that is wrong, missing or too old. */
    verifyEvent: (body: Buffer, signature: string | undefined, now: Date): StripeEvent | undefined =>
      verifyEvent(body, signature, { secret: webhookSecret, now }),
  }
}

const sessionParameters = (wanted: NewCheckout): Stripe.Checkout.SessionCreateParams => {
  // Stripe copies no metadata from a session to its payment: both are given.
  const metadata = { [CHECKOUT]: wanted.reference, [BUSINESS]: wanted.businessId }
  return {
    mode: 'payment',
    // Otherwise the account's settings at Stripe say how can be paid, and our receipts say that it was by card.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: wanted.currency.toLowerCase(),
          unit_amount: wanted.amountCents,
          product_data: { name: wanted.description },
        },
      },
    ],
    client_reference_id: wanted.reference,
    customer_email: wanted.email,
    metadata,
    payment_intent_data: { metadata, receipt_email: wanted.email },
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
    expires_at: Math.floor(wanted.expiresAt.getTime() / 1000),
  }
}
