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

/** One checkout and the payment that came of it. */
export type Payment = {
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
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** Oldest first. */
  events: Map<string, KeptEvent>
  /** What was asked under a key, and the session that came of it. */
  idempotency: Map<string, { asked: string; sessionId: string }>
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}

export const seconds = (ms: number): number => Math.floor(ms / 1000)
