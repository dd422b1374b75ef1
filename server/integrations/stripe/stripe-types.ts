/** A checkout that is to begin. `reference` is ours; the same one never begins two. */
export type NewCheckout = {
  reference: string
  amountCents: number
  /** Three capitals. */
  currency: string
  description: string
  email: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** What Stripe says of a checkout session now. */
export type CheckoutFacts = {
  sessionId: string
  reference: string | undefined
  isLive: boolean
  amountCents: number
  currency: string
  /** `paid`: the money is there. `processing`: it may still come. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  paymentIntentId: string | undefined
  receiptUrl: string | undefined
}

/** Money on its way back to a card, as it stands now; `isTaken` tells whether it counts against us. */
export type TakenBack = {
  id: string
  kind: 'refund' | 'dispute'
  amountCents: number
  currency: string
  isTaken: boolean
  paymentIntentId: string | undefined
}

/** Only what an event is about: it may be old, so its object is looked up before anything is done. */
export type StripeEvent = {
  id: string
  type: string
  objectId: string
  createdAt: Date
  isLive: boolean
  /** Set when it speaks of an account that is not ours. */
  account: string | undefined
}
