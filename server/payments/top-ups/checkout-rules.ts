import type { TopUpState } from '../../../contracts/payments.ts'
import type { Row } from '../../database/tables.ts'

type Order = Pick<
  Row<'checkouts'>,
  'id' | 'amount_cents' | 'currency' | 'session_id' | 'is_automatic' | 'payment_intent' | 'customer_id'
>
type StripeFacts = {
  sessionId: string | undefined
  reference: string | undefined
  customerId: string | undefined
  paymentIntentId: string | undefined
  isLive: boolean
  amountCents: number
  currency: string
}

export type CheckoutTrouble = 'another-checkout' | 'another-customer' | 'live-mode' | 'amount' | 'currency'

/** How Stripe's object differs from our order; undefined when it does not. */
export const findTrouble = (
  ours: Order,
  atStripe: StripeFacts,
  isLive: boolean,
): CheckoutTrouble | undefined => {
  if (atStripe.reference !== ours.id || !isSamePayment(ours, atStripe)) return 'another-checkout'
  if (ours.customer_id !== null && ours.customer_id !== atStripe.customerId) return 'another-customer'
  if (atStripe.isLive !== isLive) return 'live-mode'
  if (atStripe.amountCents !== ours.amount_cents) return 'amount'
  if (atStripe.currency !== ours.currency) return 'currency'
  return undefined
}

/** One with a page is known by its session, a charge of a saved card by the payment itself. */
const isSamePayment = (ours: Order, atStripe: StripeFacts): boolean => {
  if (!ours.is_automatic)
    return ours.session_id === null
      ? atStripe.sessionId !== undefined
      : ours.session_id === atStripe.sessionId
  if (atStripe.sessionId !== undefined || atStripe.paymentIntentId === undefined) return false
  return ours.payment_intent === null || ours.payment_intent === atStripe.paymentIntentId
}

const WORDS: Record<TopUpState, string> = {
  paid: 'Your payment was successful and your funds are ready.',
  processing: 'Your payment is on its way. Your funds are added as soon as the bank confirms it.',
  open: 'This payment has not been completed. You have not been charged.',
  failed: 'Your bank did not complete this payment. You have not been charged. Please try again.',
  expired: 'This payment page has expired. You have not been charged. Please start again.',
}

/** What the landing page says; `trouble` is what differs from the order, null where nothing does. */
export const paymentWords = (state: TopUpState, trouble: string | null): string =>
  trouble && state !== 'paid'
    ? 'This payment does not match what was ordered, so it was not added to your funds. Please contact us.'
    : WORDS[state]
