import type { Stripe } from 'stripe'
import { Refusal } from '../../server/platform/errors.ts'
import { randomHex } from '../identifiers.ts'
import { seconds, type Card, type CardFate, type Customer, type StripeWorld } from './world.ts'

/**
 * Cards that can be saved, by how the bank answers an off-session charge:
 * https://docs.stripe.com/testing
 */
export const CARDS: Record<CardFate, { number: string; words: string }> = {
  works: { number: '4242 4242 4242 4242', words: 'can be charged later' },
  declines: { number: '4000 0000 0000 0341', words: 'is declined when it is charged later' },
  asks: { number: '4000 0027 6000 3184', words: 'asks its holder each time it is charged' },
}

export const leaveCard = (world: StripeWorld, customerId: string, fate: CardFate): Card => {
  const card: Card = {
    id: `pm_${randomHex(12)}`,
    customerId,
    last4: CARDS[fate].number.slice(-4),
    fate,
    createdAt: world.now().getTime(),
  }
  world.cards.set(card.id, card)
  return card
}

/** Changes how the bank answers the next charge. */
export const changeFate = (world: StripeWorld, cardId: string, fate: CardFate): Card => {
  const card = world.cards.get(cardId)
  if (!card) throw new Refusal('no-such-card', 404, 'There is no such card.')
  card.fate = fate
  world.wire.changed()
  return card
}

/** Deletes the customer as Stripe does, by its dashboard or its API: with all saved cards, and without payments. */
export const deleteCustomer = (world: StripeWorld, customerId: string): void => {
  if (!world.customers.delete(customerId))
    throw new Refusal('no-such-customer', 404, 'There is no such customer.')
  for (const card of world.cards.values()) if (card.customerId === customerId) card.customerId = null
  world.wire.changed()
}

export const cardObject = (card: Card): Stripe.PaymentMethod => ({
  id: card.id,
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'AU',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2034,
    fingerprint: `fp${card.last4}`,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: seconds(card.createdAt),
  customer: card.customerId,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

export const customerObject = (customer: Customer): Stripe.Customer => ({
  id: customer.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: seconds(customer.createdAt),
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})
