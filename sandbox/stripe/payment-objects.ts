import type { Stripe } from 'stripe'
import { seconds, type Payment, type StripeWorld } from './world.ts'

export const intentObject = (payment: Payment): Stripe.PaymentIntent => ({
  id: payment.intentId!,
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount: payment.amountCents,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: payment.isPaid ? payment.amountCents : 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: `${payment.intentId}_secret_sandbox`,
  confirmation_method: 'automatic',
  created: seconds(payment.createdAt),
  currency: payment.currency,
  customer: payment.customerId,
  customer_account: null,
  description: payment.kind === 'charge' ? payment.description : null,
  excluded_payment_method_types: null,
  last_payment_error: lastError(payment),
  latest_charge: payment.chargeId,
  livemode: false,
  managed_payments: null,
  metadata: payment.intentMetadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: payment.isPaid ? payment.cardId : null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: payment.kind === 'charge' || payment.isByCard ? ['card'] : ['card', 'au_becs_debit'],
  payment_record: null,
  processing: null,
  receipt_email: payment.receiptEmail,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: payment.intentStatus,
  transfer_data: null,
  transfer_group: null,
})

/** https://docs.stripe.com/declines/codes */
const lastError = ({ refusal }: Payment): Stripe.PaymentIntent.LastPaymentError | null => {
  if (refusal === null) return null
  const isAsking = refusal === 'authentication_required'
  return {
    type: 'card_error',
    code: refusal,
    decline_code: isAsking ? 'authentication_required' : 'generic_decline',
    message: isAsking
      ? 'Your card was declined. This transaction requires authentication.'
      : 'Your card was declined.',
  }
}

export const chargeObject = (world: StripeWorld, payment: Payment): Stripe.Charge => {
  const refunded = refundedCents(world, payment.sessionId)
  return {
    id: payment.chargeId!,
    object: 'charge',
    amount: payment.amountCents,
    amount_captured: payment.amountCents,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: payment.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'GOODWORD',
    captured: true,
    created: seconds(payment.chargedAt ?? payment.createdAt),
    currency: payment.currency,
    customer: payment.customerId,
    description: null,
    disputed: [...world.disputes.values()].some(({ sessionId }) => sessionId === payment.sessionId),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: payment.intentMetadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment.intentId,
    payment_method: payment.cardId,
    payment_method_details: null,
    receipt_email: payment.receiptEmail,
    receipt_number: null,
    receipt_url: `${world.pageUrl(payment.sessionId)}/receipt`,
    refunded: refunded === payment.amountCents,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export const refundedCents = ({ refunds }: StripeWorld, sessionId: string): number =>
  [...refunds.values()]
    .filter((refund) => refund.sessionId === sessionId && refund.status !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
