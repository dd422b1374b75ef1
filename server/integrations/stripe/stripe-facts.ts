import type { Stripe } from 'stripe'
import type { CheckoutFacts, StripeEvent, TakenBack } from './stripe-types.ts'

/** Reads a session whose `payment_intent.latest_charge` was expanded; without that, its receipt is unknown. */
export const checkoutFacts = (session: Stripe.Checkout.Session): CheckoutFacts => {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : undefined
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : undefined
  return {
    sessionId: session.id,
    reference: session.client_reference_id ?? undefined,
    isLive: session.livemode,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    state: stateOf(session, intent?.status),
    paymentIntentId: idOf(session.payment_intent),
    receiptUrl: charge?.receipt_url ?? undefined,
  }
}

/**
 * `complete` says only that the customer is done; the money may come days later or never
 * (https://docs.stripe.com/checkout/fulfillment). A payment that failed then wants another method.
 */
const stateOf = (
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent.Status | undefined,
): CheckoutFacts['state'] => {
  if (payment_status === 'paid') return 'paid'
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'failed' : 'processing'
}

/** A refund counts from the moment it is asked for, and no more once it failed. */
export const refundFacts = (refund: Stripe.Refund): TakenBack => ({
  id: refund.id,
  kind: 'refund',
  amountCents: refund.amount,
  currency: refund.currency.toUpperCase(),
  isTaken: refund.status !== 'failed' && refund.status !== 'canceled',
  paymentIntentId: idOf(refund.payment_intent),
})

/** A dispute takes the money at once, and gives it back when it is won; a mere inquiry takes nothing. */
export const disputeFacts = (dispute: Stripe.Dispute): TakenBack => ({
  id: dispute.id,
  kind: 'dispute',
  amountCents: dispute.amount,
  currency: dispute.currency.toUpperCase(),
  isTaken: TAKING.has(dispute.status),
  paymentIntentId: idOf(dispute.payment_intent),
})

const TAKING = new Set<string>([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
])

export const eventFacts = (event: Stripe.Event): StripeEvent => ({
  id: event.id,
  type: event.type,
  objectId: (event.data.object as { id?: string }).id ?? '',
  createdAt: new Date(event.created * 1000),
  isLive: event.livemode,
  account: event.account,
})

const idOf = (link: string | { id: string } | null): string | undefined =>
  typeof link === 'object' ? link?.id : link
