import { sql } from 'kysely'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/dates.ts'
import { concludeLook, isLastLook, type Looks, type Seen } from '../../platform/unknown-outcome-rules.ts'
import { applyPayment } from '../top-ups/apply-stripe-object.ts'
import { failCharge } from './fail-charge.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** Longer than a look takes: another process looks only when this one has ended. */
const HELD_MS = 2 * MINUTE_MS
const MOST_AT_ONCE = 50
/** After this time it will hardly end by itself, and is reported. */
export const LONG_OPEN_MS = HOUR_MS

type UnknownCharge = Looks & {
  businessId: string
  reference: string
  customerId: string
  paymentIntentId: string | null
  createdAt: Date
}

/**
 * Asks Stripe for charges whose answer never came, or whose worker was killed before it came. One that was never made
 * may be made anew. Returns how many were looked for.
 */
export const lookForCharges = async (deps: PaymentDeps): Promise<number> => {
  const unknown = await dueLooks(deps)
  const looked = await Promise.allSettled(unknown.map((charge) => lookFor(deps, charge)))
  const broken = looked.find(({ status }) => status === 'rejected')
  if (broken) throw (broken as PromiseRejectedResult).reason
  return unknown.length
}

/** Postpones each one's next look, so that no other process takes it too. */
const dueLooks = async ({ db, databaseNow }: PaymentDeps): Promise<UnknownCharge[]> => {
  const now = await databaseNow()
  const { rows } = await sql<UnknownCharge>`
    with due as (
      select business_id, id from checkouts
      where is_automatic and state = 'open' and next_look_at <= ${now}
      order by next_look_at limit ${MOST_AT_ONCE} for update skip locked
    )
    update checkouts c set next_look_at = ${new Date(now.getTime() + HELD_MS)}
    from due where c.business_id = due.business_id and c.id = due.id
    returning c.business_id as "businessId", c.id as reference, c.customer_id as "customerId",
              c.payment_intent as "paymentIntentId", c.looks, c.first_look_at as "firstLookAt",
              c.created_at as "createdAt"`.execute(db)
  return rows
}

const lookFor = async (deps: PaymentDeps, charge: UnknownCharge): Promise<void> => {
  const now = await deps.databaseNow()
  const found = await askStripe(deps, charge, isLastLook(charge, now))
  if (found === 'unreachable') {
    if (now.getTime() - charge.createdAt.getTime() >= LONG_OPEN_MS)
      deps.log.error(
        { charge: charge.reference, since: charge.createdAt },
        'an automatic top-up is open for long, and Stripe cannot be asked for it',
      )
    return
  }
  const conclusion = concludeLook(charge, seenOf(found), now)
  if (conclusion.kind === 'adopt') await applyPayment(deps, found)
  if (conclusion.kind === 'never-accepted') await failCharge(deps, { ...charge, failure: 'not_made' })
  if (conclusion.kind === 'look-again') await lookAgain(deps, charge, conclusion)
}

const seenOf = (found: PaymentFacts | undefined): Seen => {
  if (!found) return 'absent'
  return found.state === 'open' ? 'under-way' : 'found'
}

/** On the last look a charge that is not finished is cancelled, so that it cannot be completed any more. */
const askStripe = async (
  { stripe }: PaymentDeps,
  { reference, customerId, paymentIntentId }: UnknownCharge,
  isLast: boolean,
): Promise<PaymentFacts | undefined | 'unreachable'> => {
  try {
    const found = paymentIntentId
      ? await stripe.getPayment(paymentIntentId)
      : await stripe.findCharge({ reference, customerId })
    return isLast && found?.state === 'open' ? await stripe.cancelPayment(found.paymentIntentId!) : found
  } catch (cause) {
    if (cause instanceof VendorFailure) return 'unreachable'
    throw cause
  }
}

const lookAgain = async (
  { db }: PaymentDeps,
  { businessId, reference }: UnknownCharge,
  { looks, firstLookAt, nextLookAt }: Looks & { nextLookAt: Date },
): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ looks, first_look_at: firstLookAt, next_look_at: nextLookAt })
    .where('business_id', '=', businessId)
    .where('id', '=', reference)
    .where('state', '=', 'open')
    .execute()
}
