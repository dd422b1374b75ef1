import { Stripe } from 'stripe'
import { VendorFailure } from '../../platform/errors.ts'
import { sha256 } from '../../platform/seal.ts'
import { deadline } from './open-stripe.ts'
import { BUSINESS, CHARGE, cardSetupFacts, paymentFacts } from './stripe-facts.ts'
import { failureOf, isMissing, orFailure, orMissing, orUnknown } from './stripe-failures.ts'
import type { CardSetupFacts, NewCardSetup, NewCharge, NewCustomer, PaymentFacts } from './stripe-types.ts'

const EXPANDED = ['latest_charge']
const LATEST = 100

/** Cards that Stripe keeps for us, and charges of them without the owner present. */
export const stripeCards = (api: Stripe) => ({
  /** Asked again for the same within a day, Stripe answers with the same customer. Throws VendorFailure. */
  createCustomer: async ({ reference, name, email, replaces }: NewCustomer): Promise<string> => {
    const parameters = { name, email, metadata: { business: reference } }
    // Under a key that it knows with another name Stripe answers 400: https://docs.stripe.com/api/idempotent_requests
    const asked = sha256(JSON.stringify(parameters)).toString('hex').slice(0, 16)
    const idempotencyKey = ['customer', reference, ...(replaces ? [replaces] : []), asked].join('-')
    const customer = await orFailure(api.customers.create(parameters, { idempotencyKey }))
    return customer.id
  },

  /** Undefined where Stripe does not know the customer, or not any more. Throws VendorFailure. */
  createCardSetup: async (wanted: NewCardSetup): Promise<{ sessionId: string; url: string } | undefined> => {
    const idempotencyKey = `card-${wanted.reference}-${wanted.customerId}`
    const session = await orMissing(
      'customer',
      api.checkout.sessions.create(setupParameters(wanted), { idempotencyKey }),
    )
    if (!session) return undefined
    const { id, url } = session
    if (!url) throw new VendorFailure('stripe', 'rejected', 'no-page', 'The page is not there any more.')
    return { sessionId: id, url }
  },

  getCardSetup: async (sessionId: string): Promise<CardSetupFacts | undefined> => {
    const expand = ['setup_intent.payment_method']
    const session = await orUnknown(api.checkout.sessions.retrieve(sessionId, { expand }))
    return session && cardSetupFacts(session)
  },

  /** Detaches the card at Stripe. One that is missing there, or that no customer has, is detached already. */
  forgetCard: async (cardId: string): Promise<void> => {
    try {
      await api.paymentMethods.detach(cardId)
    } catch (cause) {
      if (isMissing(cause)) return
      const failure = failureOf(cause)
      // 400 without a code is the answer for a card that no customer has, and may mean other things as well.
      if (failure.code !== 'http-400' || (await isHeld(api, cardId))) throw failure
    }
  },

  /**
   * Deletes the customer at Stripe with name, address and cards. Payments stay there, with the address that their
   * receipts went to. One that is missing there is deleted already.
   */
  forgetCustomer: async (customerId: string): Promise<void> => {
    try {
      await api.customers.del(customerId)
    } catch (cause) {
      if (!isMissing(cause)) throw failureOf(cause)
    }
  },

  /**
   * The outcome of the charge, a refusal of the bank included. Throws VendorFailure: `rejected` was not charged,
   * `outcome-unknown` may have been.
   */
  chargeCard: async (wanted: NewCharge): Promise<PaymentFacts> => {
    try {
      const options = { idempotencyKey: `auto-top-up-${wanted.reference}` }
      const begun = deadline.run(wanted.mayBegin, () =>
        api.paymentIntents.create(chargeParameters(wanted), options),
      )
      return paymentFacts(await begun)
    } catch (cause) {
      const intent = cause instanceof Stripe.errors.StripeCardError ? cause.payment_intent : undefined
      if (intent) return paymentFacts(intent)
      const { kind, code } = failureOf(cause)
      const worst = kind === 'rejected' ? kind : 'outcome-unknown'
      throw new VendorFailure('stripe', worst, code, `Stripe did not charge: ${code}`, { cause })
    }
  },

  getPayment: async (id: string): Promise<PaymentFacts | undefined> => {
    const intent = await orUnknown(api.paymentIntents.retrieve(id, { expand: EXPANDED }))
    return intent && paymentFacts(intent)
  },

  /** Our charge by its reference, among the customer's latest: not by search, which lags behind what happened. */
  findCharge: async (wanted: {
    reference: string
    customerId: string
  }): Promise<PaymentFacts | undefined> => {
    const expand = EXPANDED.map((path) => `data.${path}`)
    // Of a customer who was deleted there, or whom our key cannot read, no charge can be listed; if there is
    // one after all, its event or the reconciliation reports it, and `failed` becomes `paid`.
    const latest = await orMissing(
      'customer',
      api.paymentIntents.list({ customer: wanted.customerId, limit: LATEST, expand }),
    )
    const found = latest?.data.find(({ metadata }) => metadata[CHARGE] === wanted.reference)
    return found && paymentFacts(found)
  },

  /** Cancels the payment, so that it cannot be completed any more; returns its state, which may be paid already. */
  cancelPayment: async (id: string): Promise<PaymentFacts | undefined> => {
    try {
      return paymentFacts(await api.paymentIntents.cancel(id, { expand: EXPANDED }))
    } catch (cause) {
      if (failureOf(cause).kind !== 'rejected') throw failureOf(cause)
      const intent = await orUnknown(api.paymentIntents.retrieve(id, { expand: EXPANDED }))
      return intent && paymentFacts(intent)
    }
  },
})

const isHeld = async (api: Stripe, cardId: string): Promise<boolean> => {
  try {
    return (await api.paymentMethods.retrieve(cardId)).customer !== null
  } catch (cause) {
    if (isMissing(cause)) return false
    throw failureOf(cause)
  }
}

const setupParameters = (wanted: NewCardSetup): Stripe.Checkout.SessionCreateParams => {
  const metadata = { card_setup: wanted.reference }
  return {
    mode: 'setup',
    customer: wanted.customerId,
    // A charge without the owner needs an answer at once, which a bank debit does not give.
    allowed_payment_method_types: ['card'],
    client_reference_id: wanted.reference,
    metadata,
    setup_intent_data: { metadata },
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
    expires_at: Math.floor(wanted.expiresAt.getTime() / 1000),
  }
}

const chargeParameters = (wanted: NewCharge): Stripe.PaymentIntentCreateParams => ({
  amount: wanted.amountCents,
  currency: wanted.currency.toLowerCase(),
  customer: wanted.customerId,
  payment_method: wanted.cardId,
  allowed_payment_method_types: ['card'],
  off_session: true,
  confirm: true,
  description: wanted.description,
  metadata: { [CHARGE]: wanted.reference, [BUSINESS]: wanted.businessId },
  receipt_email: wanted.email,
  expand: EXPANDED,
})
