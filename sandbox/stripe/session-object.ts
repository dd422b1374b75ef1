import type { Stripe } from 'stripe'
import { chargeObject, intentObject } from './payment-objects.ts'
import { cardObject } from './saved-cards.ts'
import { seconds, type Payment, type StripeWorld } from './world.ts'

/** A session as the API answers with it; `expand` names what is spelled out. */
export const sessionObject = (
  world: StripeWorld,
  payment: Payment,
  expand: string[] = [],
): Stripe.Checkout.Session => ({
  id: payment.sessionId,
  object: 'checkout.session',
  ...ABSENT,
  amount_subtotal: payment.kind === 'setup' ? null : payment.amountCents,
  amount_total: payment.kind === 'setup' ? null : payment.amountCents,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  cancel_url: payment.cancelUrl,
  client_reference_id: payment.reference,
  created: seconds(payment.createdAt),
  currency: payment.kind === 'setup' ? null : payment.currency,
  customer: payment.customerId,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_creation: 'if_required',
  customer_details: payment.email === null ? null : customerDetails(payment.email),
  customer_email: payment.email,
  expires_at: seconds(payment.expiresAt),
  livemode: false,
  metadata: payment.metadata,
  mode: payment.kind === 'setup' ? 'setup' : 'payment',
  payment_intent: paymentIntent(world, payment, expand),
  payment_method_collection: 'if_required',
  payment_method_options: {},
  payment_method_types: payment.kind === 'setup' || payment.isByCard ? ['card'] : ['card', 'au_becs_debit'],
  payment_status: payment.kind === 'setup' ? 'no_payment_required' : payment.isPaid ? 'paid' : 'unpaid',
  phone_number_collection: { enabled: false },
  setup_intent: setupIntent(world, payment, expand),
  shipping_options: [],
  status: payment.status,
  success_url: payment.successUrl,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: payment.status === 'open' ? world.pageUrl(payment.sessionId) : null,
})

const ABSENT = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_account: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  wallet_options: null,
} as const

const customerDetails = (email: string): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: null,
})

const paymentIntent = (
  world: StripeWorld,
  payment: Payment,
  expand: string[],
): Stripe.Checkout.Session['payment_intent'] => {
  if (payment.intentId === null) return null
  if (!expand.some((path) => path.startsWith('payment_intent'))) return payment.intentId
  const isDeep = expand.includes('payment_intent.latest_charge')
  const charge = isDeep && payment.chargeId ? chargeObject(world, payment) : payment.chargeId
  return { ...intentObject(payment), latest_charge: charge }
}

const setupIntent = (
  world: StripeWorld,
  payment: Payment,
  expand: string[],
): Stripe.Checkout.Session['setup_intent'] => {
  if (payment.setupIntentId === null) return null
  if (!expand.some((path) => path.startsWith('setup_intent'))) return payment.setupIntentId
  const card = payment.cardId === null ? undefined : world.cards.get(payment.cardId)
  const isDeep = expand.includes('setup_intent.payment_method')
  return { ...setupIntentObject(payment), payment_method: isDeep && card ? cardObject(card) : payment.cardId }
}

const setupIntentObject = (payment: Payment): Stripe.SetupIntent => ({
  id: payment.setupIntentId!,
  object: 'setup_intent',
  allowed_payment_method_types: ['card'],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${payment.setupIntentId}_secret_sandbox`,
  created: seconds(payment.createdAt),
  customer: payment.customerId,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: [],
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: payment.intentMetadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: payment.cardId,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: payment.cardId === null ? 'requires_payment_method' : 'succeeded',
  usage: 'off_session',
})
