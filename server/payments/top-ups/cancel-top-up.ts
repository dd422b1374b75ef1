import type { CancelledTopUp } from '../../../contracts/payments.ts'
import { Refusal } from '../../platform/errors.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyPayment } from './apply-stripe-object.ts'
import { findBySession } from './checkout-queries.ts'
import { paymentWords } from './checkout-rules.ts'

/**
 * Closes Stripe's page of a payment, so that nothing can be paid on it any more. Returns the state of the payment: one
 * that was made meanwhile is booked. Throws Refusal 404; VendorFailure when Stripe cannot be asked, and it stays open.
 */
export const cancelTopUp = async (
  deps: PaymentDeps,
  { businessId, sessionId }: { businessId: string; sessionId: string },
): Promise<CancelledTopUp> => {
  const before = await findBySession(deps.db, sessionId)
  if (before?.business_id !== businessId)
    throw new Refusal('payment-not-found', 404, 'We could not find this payment.')
  if (before.state === 'open') await applyPayment(deps, await deps.stripe.closeCheckout(sessionId))
  const { state, trouble } = (await findBySession(deps.db, sessionId))!
  return { state, message: paymentWords(state, trouble) }
}
