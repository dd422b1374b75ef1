import type { Stripe } from 'stripe'
import { chargeObject } from './payment-objects.ts'
import { seconds, type Dispute, type Refund, type StripeWorld } from './world.ts'

export const refundObject = (world: StripeWorld, refund: Refund): Stripe.Refund => {
  const payment = world.payments.get(refund.sessionId)!
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: null,
    charge: payment.chargeId,
    created: seconds(refund.createdAt),
    currency: payment.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: payment.intentId,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}

const DAYS_TO_ANSWER = 14

/** A dispute as the API answers with it; `expand` names what is spelled out. */
export const disputeObject = (
  world: StripeWorld,
  dispute: Dispute,
  expand: string[] = [],
): Stripe.Dispute => {
  const payment = world.payments.get(dispute.sessionId)!
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    balance_transactions: movementsOf(dispute, payment.currency),
    charge: expand.includes('charge') ? chargeObject(world, payment) : payment.chargeId!,
    created: seconds(dispute.createdAt),
    currency: payment.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: seconds(dispute.createdAt) + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: payment.intentId,
    reason: 'general',
    status: dispute.status,
  }
}

/** What left our account at Stripe for it, and what came back. An inquiry moves nothing. */
const movementsOf = (
  { id, amountCents, returnedCents = 0, status, createdAt }: Dispute,
  currency: string,
): Stripe.BalanceTransaction[] =>
  (status === 'warning_needs_response' ? [] : [-amountCents, returnedCents])
    .filter((amount) => amount !== 0)
    .map((amount) => ({
      id: `txn_${id}_${amount < 0 ? 'out' : 'in'}`,
      object: 'balance_transaction',
      amount,
      available_on: seconds(createdAt),
      balance_type: 'payments',
      created: seconds(createdAt),
      currency,
      description: null,
      exchange_rate: null,
      fee: 0,
      fee_details: [],
      net: amount,
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
      source: id,
      status: 'available',
      type: 'adjustment',
    }))

const NO_EVIDENCE: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
