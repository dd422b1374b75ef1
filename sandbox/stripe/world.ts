import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'

export type StripeSettings = { secretKey: string; webhookSecret: string }

export type StripeTiming = {
  /** How long a bank takes over a payment that comes later. */
  laterMs: number
  /** Between the tries to hand an event over. */
  retrySeconds: number[]
}

/** What a bank says of a saved card while its holder is not there. */
export type CardFate = 'works' | 'declines' | 'asks'

/** A card that somebody left for later. */
export type Card = {
  id: string
  /** Null once it was detached. */
  customerId: string | null
  last4: string
  fate: CardFate
  createdAt: number
}

export type Customer = {
  id: string
  name: string | null
  email: string | null
  metadata: Record<string, string>
  createdAt: number
}

/** A visit to the hosted page and the payment that came of it, or a charge of a saved card without a page. */
export type Payment = {
  /** `setup` leaves a card and pays nothing. */
  kind: 'checkout' | 'setup' | 'charge'
  customerId: string | null
  cardId: string | null
  /** Of a setup, once the card is left. */
  setupIntentId: string | null
  /** Why the bank said no. */
  refusal: 'card_declined' | 'authentication_required' | null
  /** Of a charge: the payment's own id, by which everything here finds it. */
  sessionId: string
  reference: string | null
  amountCents: number
  /** Small letters, as Stripe has it. */
  currency: string
  description: string
  email: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  receiptEmail: string | null
  successUrl: string
  cancelUrl: string | null
  createdAt: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** There is a payment once somebody tried to pay. */
  intentId: string | null
  intentStatus: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  chargeId: string | null
  /** What the bank will say of a payment that comes later. */
  later: 'succeeds' | 'fails' | null
}

export type Refund = {
  id: string
  sessionId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  createdAt: number
}

export type DisputeStatus = 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost'
export type Dispute = {
  id: string
  sessionId: string
  amountCents: number
  status: DisputeStatus
  createdAt: number
}

/** What is told, as it was at that moment. */
export type KeptEvent = {
  id: string
  type: string
  created: number
  object: Record<string, unknown>
  attempts: number
  isDelivered: boolean
}

/** Everything that the Stripe stand-in knows and needs. Times are in milliseconds. */
export type StripeWorld = {
  settings: StripeSettings
  timing: StripeTiming
  publicUrl: () => string
  /** Where the hosted page is, as a browser reaches it. */
  pageUrl: (sessionId: string) => string
  payments: Map<string, Payment>
  customers: Map<string, Customer>
  cards: Map<string, Card>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** Oldest first. */
  events: Map<string, KeptEvent>
  /** What was asked under a key, and the id of what came of it. */
  idempotency: Map<string, { asked: string; id: string }>
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}

export const seconds = (ms: number): number => Math.floor(ms / 1000)
