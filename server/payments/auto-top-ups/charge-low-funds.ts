import { sql } from 'kysely'
import { asBusiness } from '../../database/database.ts'
import { CLAIM_HOLDS_MS, FENCE_IS_DOWN } from '../../database/fence.ts'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import { openDeadline } from '../../platform/deadline.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { applyPayment } from '../top-ups/apply-stripe-object.ts'
import { claimCharge, type ClaimedCharge } from './claim-charge.ts'
import { failCharge } from './fail-charge.ts'
import type { PaymentDeps } from '../payment-deps.ts'

const AT_ONCE = 8

/**
 * Charges the saved card of every business whose funds are below its level, except where an operator paused it, until
 * this process stops. Returns how many were charged.
 */
export const chargeLowFunds = async (deps: PaymentDeps, stopping?: AbortSignal): Promise<number> => {
  const due = await findLow(deps)
  let charged = 0
  const next = async (): Promise<void> => {
    for (let businessId = due.pop(); businessId; businessId = due.pop()) {
      if (stopping?.aborted) return
      if ((await chargeIfLow(deps, businessId)) === 'credited') charged += 1
    }
  }
  const lines = await Promise.allSettled(Array.from({ length: AT_ONCE }, next))
  const broken = lines.find(({ status }) => status === 'rejected')
  if (broken) throw (broken as PromiseRejectedResult).reason
  return charged
}

/** Where it is due: recorded first, then charged. Returns the outcome. */
export const chargeIfLow = async (deps: PaymentDeps, businessId: string): Promise<string> => {
  if (!deps.isRested()) return 'not-due'
  // An older claim is not charged by its worker: it may have been looked for and ended meanwhile.
  const mayBegin = openDeadline(CLAIM_HOLDS_MS, deps.clock)
  const now = await deps.databaseNow()
  const claimed = await asBusiness(deps.db, businessId, (trx) => claimCharge(trx, businessId, now))
  if (!claimed) return 'not-due'
  const answer = await charge(deps, { ...claimed, mayBegin })
  if ('facts' in answer) return applyPayment(deps, answer.facts)
  // Whether it was charged is looked for later, never guessed.
  if (answer.kind !== 'rejected') return 'unknown'
  return failCharge(deps, { businessId, reference: claimed.reference, failure: failureOf(answer) })
}

const charge = async (
  { stripe, log }: PaymentDeps,
  claimed: ClaimedCharge & { mayBegin: () => boolean },
): Promise<{ facts: PaymentFacts } | VendorFailure> => {
  try {
    return { facts: await stripe.chargeCard(claimed) }
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    log.error(
      { err: cause, charge: claimed.reference },
      'an automatic top-up failed without an answer of the bank',
    )
    return cause
  }
}

/** A key of ours that Stripe does not accept is no fault of the card. */
const failureOf = ({ code }: VendorFailure): 'unusable' | 'not_made' =>
  code === 'http-401' || code === 'http-403' ? 'not_made' : 'unusable'

const findLow = async ({ db }: PaymentDeps): Promise<string[]> => {
  const { rows } = await sql<{ business_id: string }>`
    select a.business_id
    from auto_top_ups a
    join businesses b on b.id = a.business_id and b.deactivated_at is null and b.paused_at is null
    left join balances f on f.business_id = a.business_id
    where a.is_on and a.paused_reason is null and a.card_id is not null and ${FENCE_IS_DOWN}
      and coalesce(f.available_cents, 0) between 0 and a.threshold_cents - 1
      and not exists (
        select from checkouts c
        where c.business_id = a.business_id and c.is_automatic and c.state in ('open', 'processing'))`.execute(
    db,
  )
  return rows.map(({ business_id }) => business_id)
}
