import { asBusiness } from '../../database/database.ts'
import type { PaymentFacts, TakenBack } from '../../integrations/stripe/stripe-types.ts'
import { findByFacts, findByPayment, isOfOurForm, type KnownCheckout } from './checkout-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyCardSetup } from '../auto-top-ups/apply-card-setup.ts'
import { HELD_UP, restoreOrder } from './restore-order.ts'
import { settleCheckout } from './settle-checkout.ts'
import { reversePayment, type Reversal, type Reversed } from './reverse-payment.ts'

/** Paid, and marked as ours, but its order is not in this database: it was lost, or another system uses our key. */
export const NO_ORDER = 'no-order'

/** Stripe has no such object: it settles nothing, since that is also the answer to a wrong key. */
export const UNKNOWN = 'unknown'

/**
 * Looks up the object of an event of Stripe's, as it is now, and brings our ledger to its state. Returns the outcome.
 * May be called any number of times, at once too. Throws VendorFailure when Stripe cannot be asked.
 */
export const applyStripeObject = async (deps: PaymentDeps, objectId: string): Promise<string> => {
  if (objectId.startsWith('cs_'))
    return (
      (await applyCardSetup(deps, objectId)) ?? applyPayment(deps, await deps.stripe.getCheckout(objectId))
    )
  if (objectId.startsWith('pi_')) return applyCharge(deps, objectId)
  if (objectId.startsWith('re_') || objectId.startsWith('pyr_'))
    return applyTakenBack(deps, () => deps.stripe.getRefund(objectId))
  if (objectId.startsWith('dp_') || objectId.startsWith('du_'))
    return applyTakenBack(deps, () => deps.stripe.getDispute(objectId))
  return 'not-needed'
}

/**
 * The one way by which money of a card comes into the funds: webhook, landing page, worker and reconciliation call it.
 */
export const applyPayment = async (deps: PaymentDeps, facts: PaymentFacts | undefined): Promise<string> => {
  if (!facts) return UNKNOWN
  const { db, stripe, databaseNow, log, fundsAdded } = deps
  const checkout = (await findByFacts(db, facts)) ?? (await restoreOrder(deps, facts))
  if (!checkout || checkout === HELD_UP) {
    // What was refunded is waited for too: it is booked with its refund once the older charge has ended.
    const isOwed = !facts.isRefunded || checkout === HELD_UP
    const isPaid = facts.state === 'paid' && facts.isLive === stripe.isLive
    return isPaid && isOwed && isOfOurForm(facts) ? NO_ORDER : 'not-ours'
  }
  // Not this worker's own clock: the texts that waited are due from then on, at a pace.
  const now = await databaseNow()
  const settled = await asBusiness(db, checkout.business_id, (trx) =>
    settleCheckout(trx, { businessId: checkout.business_id, id: checkout.id }, facts, {
      isLive: stripe.isLive,
      now,
      fundsAdded,
    }),
  )
  if (settled === 'credited') deps.recordBooked?.()
  if (settled === 'refused')
    log.error(
      { checkout: checkout.id, stripe: facts.sessionId ?? facts.paymentIntentId },
      'a payment is not what was ordered',
    )
  return settled
}

/** For a payment that was made on a page the session of the page is read. */
const applyCharge = async (deps: PaymentDeps, paymentIntentId: string): Promise<string> => {
  const facts = await deps.stripe.getPayment(paymentIntentId)
  return facts && !facts.reference ? 'not-needed' : applyPayment(deps, facts)
}

const MOST_ROUNDS = 10

/**
 * Stripe is read once more after each booking: another worker may have read a later state, and have found nothing to
 * book before this one was. So whoever books last has read last.
 */
const applyTakenBack = async (
  deps: PaymentDeps,
  read: () => Promise<TakenBack | undefined>,
): Promise<string> => {
  let booked: Reversal | undefined
  let seen = 0
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { outcome, count } = await applyAsRead(deps, await read(), seen)
    seen = count
    if (outcome === 'taken' || outcome === 'given-back') booked = outcome
    else if (outcome !== 'read-again') return outcome === 'unchanged' ? (booked ?? outcome) : outcome
  }
  throw new Error('A reversal is another each time that it is read.')
}

const applyAsRead = async (
  deps: PaymentDeps,
  taken: TakenBack | undefined,
  seen: number,
): Promise<Reversed | { outcome: typeof UNKNOWN | typeof NO_ORDER | 'not-ours'; count: number }> => {
  if (!taken) return { outcome: UNKNOWN, count: 0 }
  const checkout = await checkoutOf(deps, taken.paymentIntentId)
  if (typeof checkout === 'string') return { outcome: checkout, count: 0 }
  const now = await deps.databaseNow()
  const reversed = await asBusiness(deps.db, checkout.business_id, (trx) =>
    reversePayment(trx, checkout, taken, { now, fundsAdded: deps.fundsAdded, seen }),
  )
  const { outcome } = reversed
  if (outcome === 'taken' || outcome === 'given-back') deps.recordBooked?.()
  if (outcome === 'refused')
    deps.log.error({ checkout: checkout.id, [taken.kind]: taken.id }, 'a reversal does not match its payment')
  return reversed
}

/**
 * A refund may be reported before its payment: then the payment is applied first. NO_ORDER where that may be possible
 * later: handled as another's, its refund would be forgotten when the payment is booked.
 */
const checkoutOf = async (
  deps: PaymentDeps,
  paymentIntentId: string | undefined,
): Promise<KnownCheckout | typeof NO_ORDER | 'not-ours'> => {
  if (!paymentIntentId) return 'not-ours'
  const known = await findByPayment(deps.db, paymentIntentId)
  if (known?.state === 'paid') return known
  const onPage = known?.is_automatic ? undefined : await deps.stripe.findCheckout(paymentIntentId)
  const outcome = onPage ? await applyPayment(deps, onPage) : await applyCharge(deps, paymentIntentId)
  const settled = await findByPayment(deps.db, paymentIntentId)
  if (settled?.state === 'paid') return settled
  return outcome === NO_ORDER ? NO_ORDER : 'not-ours'
}
