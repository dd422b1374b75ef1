import { z } from 'zod'
import { randomHex } from '../identifiers.ts'
import { UNPAID } from './create-session.ts'
import type { Events } from './events.ts'
import { onceUnder } from './idempotency.ts'
import { intentObject } from './payment-objects.ts'
import type { FormValue } from './read-form.ts'
import { noSuchGiven, parameterInvalid, StripeError } from './stripe-error.ts'
import type { Card, Payment, StripeWorld } from './world.ts'

/** Off-session charges of a saved card: https://docs.stripe.com/payments/save-during-payment */
export const createCharging = (world: StripeWorld, events: Events) => ({
  /** The bank answers at once; where it declines, the payment stays unpaid. */
  charge: (form: Record<string, FormValue>, key: string | undefined): Payment =>
    onceUnder(world, key, form, {
      find: (id) => world.payments.get(id)!,
      make: () => {
        const payment = newCharge(world, form)
        world.payments.set(payment.sessionId, payment)
        const word = payment.isPaid ? 'succeeded' : 'payment_failed'
        world.wire.note({
          who: 'stripe',
          what: `A saved card was ${payment.isPaid ? 'charged' : 'refused'}: ${payment.description}`,
          ...(payment.isPaid ? {} : { went: 'badly' as const }),
        })
        world.wire.changed()
        void events.publish(`payment_intent.${word}`, intentObject(payment))
        return { id: payment.sessionId, made: payment }
      },
    }),
  cancel: (payment: Payment): Payment => {
    if (payment.intentStatus === 'succeeded' || payment.intentStatus === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${payment.intentStatus}.`
      throw new StripeError(400, message, { code: 'payment_intent_unexpected_state' })
    }
    payment.intentStatus = 'canceled'
    void events.publish('payment_intent.canceled', intentObject(payment))
    return payment
  },
})

const wanted = z.strictObject({
  amount: z.coerce.number().int().min(50).max(99_999_999),
  currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
  customer: z.string(),
  payment_method: z.string(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  off_session: z.literal('true'),
  confirm: z.literal('true'),
  description: z.string().optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
  receipt_email: z.email().optional(),
})

const newCharge = (world: StripeWorld, form: Record<string, FormValue>): Payment => {
  const parsed = wanted.safeParse(form)
  if (!parsed.success) throw parameterInvalid(parsed.error.issues)
  const asked = parsed.data
  const card = world.cards.get(asked.payment_method)
  if (!card) throw noSuchGiven('PaymentMethod', asked.payment_method, 'payment_method')
  if (!world.customers.has(asked.customer)) throw noSuchGiven('customer', asked.customer, 'customer')
  if (card.customerId !== asked.customer) {
    const message = 'The PaymentMethod does not belong to the Customer, or was detached from it.'
    throw new StripeError(400, message, { code: 'payment_method_unexpected_state', param: 'payment_method' })
  }
  const id = `pi_${randomHex(12)}`
  const now = world.now().getTime()
  return {
    ...UNPAID,
    ...wordOfBank(card),
    kind: 'charge',
    sessionId: id,
    intentId: id,
    customerId: asked.customer,
    cardId: card.id,
    reference: null,
    amountCents: asked.amount,
    currency: asked.currency,
    description: asked.description ?? '',
    email: asked.receipt_email ?? null,
    metadata: {},
    intentMetadata: asked.metadata,
    receiptEmail: asked.receipt_email ?? null,
    successUrl: '',
    cancelUrl: null,
    createdAt: now,
    expiresAt: now,
    status: 'complete',
  }
}

const wordOfBank = ({ fate }: Card): Pick<Payment, 'isPaid' | 'intentStatus' | 'chargeId' | 'refusal'> =>
  fate === 'works'
    ? { isPaid: true, intentStatus: 'succeeded', chargeId: `ch_${randomHex(12)}`, refusal: null }
    : {
        isPaid: false,
        intentStatus: 'requires_payment_method',
        chargeId: null,
        refusal: fate === 'asks' ? 'authentication_required' : 'card_declined',
      }

/** A declined charge is answered as an error that contains the payment. */
export const orRefusal = (payment: Payment): Payment => {
  if (payment.refusal === null) return payment
  const intent = intentObject(payment)
  throw new StripeError(402, intent.last_payment_error!.message!, {
    type: 'card_error',
    code: payment.refusal,
    also: { decline_code: intent.last_payment_error!.decline_code, payment_intent: intent },
  })
}
