/** A checkout that is to begin. `reference` is ours; the same one never begins two. */
export type NewCheckout = {
  reference: string
  /** Whose it is, kept at Stripe as well: an order that we have lost can be written anew. */
  businessId: string
  amountCents: number
  /** Three capitals. */
  currency: string
  description: string
  email: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** The state of a payment at Stripe now. */
export type PaymentFacts = {
  /** Undefined where the card was charged without a page. */
  sessionId: string | undefined
  reference: string | undefined
  /** Whether its metadata carries that reference as we write it. */
  isMarked: boolean
  /** As its metadata says. */
  businessId: string | undefined
  createdAt: Date
  /** When the card or the account was charged; of a payment without a charge, when it was begun. */
  chargedAt: Date
  /** Whose saved card was charged. */
  customerId: string | undefined
  isLive: boolean
  amountCents: number
  currency: string
  /** `paid`: the money is there. `processing`: it may still come. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  paymentIntentId: string | undefined
  receiptUrl: string | undefined
  /** All of it was sent back. */
  isRefunded: boolean
  /** Why it failed, as far as the bank gave a reason. */
  refusal: CardRefusal | undefined
}

/** `authentication`: the bank requires the card holder to confirm it herself. */
export type CardRefusal = 'declined' | 'authentication'

/** One that was paid on a page. */
export type CheckoutFacts = PaymentFacts & { sessionId: string }

/** `replaces` is one that Stripe does not know any more: the same pair never makes two. */
export type NewCustomer = { reference: string; name: string; email: string; replaces?: string | undefined }

/** A page on which a card is left for later; it charges nothing. */
export type NewCardSetup = {
  reference: string
  customerId: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type SavedCard = {
  id: string
  brand: string
  last4: string
  /** 'MM/YY' */
  ends: string
}

export type CardSetupFacts = {
  reference: string | undefined
  customerId: string | undefined
  isLive: boolean
  state: 'open' | 'expired' | 'complete'
  card: SavedCard | undefined
}

/** A charge of a saved card without the owner present. `reference` is ours; the same one never charges twice. */
export type NewCharge = {
  reference: string
  businessId: string
  customerId: string
  cardId: string
  amountCents: number
  /** Three capitals. */
  currency: string
  description: string
  email: string
  /** Asked before each request, also before those that repeat one without an answer. */
  mayBegin: () => boolean
}

/** A reversal in its present state; `isTaken` is true while the money, or a part of it, is taken from us. */
export type TakenBack = {
  id: string
  kind: 'refund' | 'dispute'
  amountCents: number
  /** What we have of it again: all of what is not taken, and of a dispute that is lost what was refunded before. */
  returnedCents: number
  currency: string
  isTaken: boolean
  /** Whether it is decided: while a bank still looks at it, what came back before stays where it is. */
  isFinal: boolean
  paymentIntentId: string | undefined
}

/** Only what an event is about: it may be old, so its object is looked up before anything is done. */
export type StripeEvent = {
  id: string
  type: string
  objectId: string
  createdAt: Date
  isLive: boolean
  /** Set when it belongs to an account that is not ours. */
  account: string | undefined
}
