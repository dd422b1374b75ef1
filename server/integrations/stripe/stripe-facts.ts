import type { Stripe } from 'stripe'
import type {
  CardRefusal,
  CardSetupFacts,
  CheckoutFacts,
  PaymentFacts,
  SavedCard,
  StripeEvent,
  TakenBack,
} from './stripe-types.ts'

/** Reads a session whose `payment_intent.latest_charge` was expanded; without that, its receipt is unknown. */
export const checkoutFacts = (session: Stripe.Checkout.Session): CheckoutFacts => {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : undefined
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : undefined
  return {
    sessionId: session.id,
    reference: session.client_reference_id ?? undefined,
    isMarked: session.metadata?.[CHECKOUT] === session.client_reference_id,
    businessId: session.metadata?.[BUSINESS],
    createdAt: new Date(session.created * 1000),
    chargedAt: new Date((charge ?? intent ?? session).created * 1000),
    customerId: idOf(session.customer),
    isLive: session.livemode,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    state: stateOf(session, intent?.status),
    paymentIntentId: idOf(session.payment_intent),
    receiptUrl: charge?.receipt_url ?? undefined,
    isRefunded: charge?.refunded ?? false,
    refusal: undefined,
  }
}

/** The name under which the metadata of a page that is paid on repeats our reference. */
export const CHECKOUT = 'checkout'

/** The name under which a charge of a saved card carries our reference. */
export const CHARGE = 'auto_top_up'

/** The name under which both carry whose order it is. */
export const BUSINESS = 'business'

/** Reads a payment whose `latest_charge` was expanded. `reference` is undefined for one that belongs to a page. */
export const paymentFacts = (intent: Stripe.PaymentIntent): PaymentFacts => {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : undefined
  return {
    sessionId: undefined,
    reference: intent.metadata[CHARGE],
    isMarked: intent.metadata[CHARGE] !== undefined,
    businessId: intent.metadata[BUSINESS],
    createdAt: new Date(intent.created * 1000),
    chargedAt: new Date((charge ?? intent).created * 1000),
    customerId: idOf(intent.customer),
    isLive: intent.livemode,
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    state: paymentState(intent),
    paymentIntentId: intent.id,
    receiptUrl: charge?.receipt_url ?? undefined,
    isRefunded: charge?.refunded ?? false,
    refusal: refusalOf(intent),
  }
}

/** Without an error nothing was refused yet: the bank may be working on it. */
const paymentState = ({ status, last_payment_error }: Stripe.PaymentIntent): PaymentFacts['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'processing'
  return status === 'canceled' || status === 'requires_action' || last_payment_error ? 'failed' : 'open'
}

/** https://docs.stripe.com/payments/save-during-payment#charge-saved-payment-method */
const refusalOf = ({ status, last_payment_error }: Stripe.PaymentIntent): CardRefusal | undefined => {
  if (status === 'requires_action') return 'authentication'
  if (!last_payment_error) return undefined
  const codes = [last_payment_error.code, last_payment_error.decline_code]
  return codes.includes('authentication_required') ? 'authentication' : 'declined'
}

/** Reads a session of mode `setup` whose `setup_intent.payment_method` was expanded. */
export const cardSetupFacts = (session: Stripe.Checkout.Session): CardSetupFacts => {
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : undefined
  return {
    reference: session.client_reference_id ?? undefined,
    customerId: idOf(session.customer),
    isLive: session.livemode,
    state: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    card: intent?.status === 'succeeded' ? savedCard(intent.payment_method) : undefined,
  }
}

const savedCard = (method: string | Stripe.PaymentMethod | null): SavedCard | undefined => {
  if (typeof method !== 'object' || !method?.card) return undefined
  const { brand, last4, exp_month, exp_year } = method.card
  const ends = `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`
  return { id: method.id, brand, last4, ends }
}

/**
 * `complete` means only that the customer has finished; the money may come days later or never
 * (https://docs.stripe.com/checkout/fulfillment). A payment that failed then needs another method.
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
export const refundFacts = (refund: Stripe.Refund): TakenBack => {
  const isTaken = refund.status !== 'failed' && refund.status !== 'canceled'
  return {
    id: refund.id,
    kind: 'refund',
    amountCents: refund.amount,
    returnedCents: isTaken ? 0 : refund.amount,
    currency: refund.currency.toUpperCase(),
    isTaken,
    isFinal: refund.status === 'succeeded' || !isTaken,
    paymentIntentId: idOf(refund.payment_intent),
  }
}

/**
 * Reads a dispute whose `charge` was expanded. It takes the money at once, and returns it when it is won; an inquiry
 * takes nothing.
 */
export const disputeFacts = (dispute: Stripe.Dispute): TakenBack => {
  const isTaken = TAKING.has(dispute.status)
  return {
    id: dispute.id,
    kind: 'dispute',
    amountCents: dispute.amount,
    returnedCents: isTaken ? returnedOf(dispute) : dispute.amount,
    currency: dispute.currency.toUpperCase(),
    isTaken,
    isFinal: dispute.status === 'lost' || !isTaken,
    paymentIntentId: idOf(dispute.payment_intent),
  }
}

/**
 * Cents of the dispute's currency. Where a part was refunded before, a dispute of all of it may be lost and give that
 * part back: https://support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued
 */
const returnedOf = ({ status, amount, charge, balance_transactions }: Stripe.Dispute): number => {
  if (status !== 'lost' || typeof charge !== 'object') return 0
  // In the currency of our account at Stripe, whose rate is not always told: the largest one is all of the dispute.
  const moved = balance_transactions.map((one) => one.amount / (one.exchange_rate ?? 1))
  const whole = Math.min(0, ...moved)
  const kept = moved.reduce((sum, one) => sum + one, 0)
  const returned = whole < 0 ? amount - Math.round((amount * kept) / whole) : 0
  // More than was refunded of it is not her money: her card has it back.
  const refunded = Math.max(0, amount - (charge.amount - charge.amount_refunded))
  return Math.max(0, Math.min(returned, refunded))
}

const TAKING = new Set<string>([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
])

/**
 * An event as far as we use it; `objectId` is empty where its object has none.
 * https://docs.stripe.com/api/events/object
 */
export const eventFacts = (event: Stripe.Event): StripeEvent => ({
  id: event.id,
  type: event.type,
  objectId: (event.data.object as { id?: string }).id ?? '',
  createdAt: new Date(event.created * 1000),
  isLive: event.livemode,
  account: event.account,
})

const idOf = (link: string | { id: string } | null | undefined): string | undefined =>
  typeof link === 'object' ? link?.id : link
