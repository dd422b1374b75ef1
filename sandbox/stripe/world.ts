import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'

export type StripeSettings = { secretKey: string; webhookSecret: string }

export type StripeTiming = {
  /** How long a delayed payment (a bank debit) takes. */
  laterMs: number
  /** Waits between attempts to deliver an event. */
  retrySeconds: number[]
}

/** How the bank answers an off-session charge of a saved card. */
export type CardFate = 'works' | 'declines' | 'asks'

/** A card saved for off-session charges. */
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
  /** `setup` saves a card and pays nothing. */
  kind: 'checkout' | 'setup' | 'charge'
  customerId: string | null
  cardId: string | null
  /** Of a setup, once the card is saved. */
  setupIntentId: string | null
  /** Why the bank declined. */
  refusal: 'card_declined' | 'authentication_required' | null
  /** Of a charge: the payment's own id, by which everything here finds it. */
  sessionId: string
  reference: string | null
  amountCents: number
  /** In lower case, as Stripe writes it. */
  currency: string
  description: string
  email: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  receiptEmail: string | null
  /** Whoever began it allows cards only, whatever else the account offers. */
  isByCard?: boolean
  successUrl: string
  cancelUrl: string | null
  createdAt: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** Set once a payment was attempted. */
  intentId: string | null
  intentStatus: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  chargeId: string | null
  /** Null for one that was charged at the moment of its `createdAt`, as a saved card is. */
  chargedAt: number | null
  /** How a delayed payment will end. */
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
  /** Of one that is lost: what was refunded before, and is given back. */
  returnedCents?: number
  status: DisputeStatus
  createdAt: number
}

/** An event, with its object as it was at that moment. */
export type KeptEvent = {
  id: string
  type: string
  created: number
  object: Record<string, unknown>
  attempts: number
  isDelivered: boolean
}

/** State, settings and surroundings of the Stripe stand-in. Times are in milliseconds. */
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
  /** By idempotency key: the request, and the id of what it made. */
  idempotency: Map<string, { asked: string; id: string }>
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}

export const seconds = (ms: number): number => Math.floor(ms / 1000)
