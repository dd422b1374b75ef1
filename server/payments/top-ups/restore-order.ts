import { sql } from 'kysely'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { asBusiness } from '../../database/database.ts'
import { raiseFence } from '../../database/fence.ts'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import { localDate } from '../../platform/dates.ts'
import { isUuid } from '../../platform/uuid-rules.ts'
import { orderCheckout } from '../life/write-checkouts.ts'
import { OPEN_MS } from '../page-times.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findByFacts, isOfOurForm, type KnownCheckout } from './checkout-queries.ts'

export const HELD_UP = 'held-up'

/**
 * Writes an order anew that Stripe has and this database has forgotten. Undefined for one that names no business of
 * ours; HELD_UP while another charge of the same card is open. An order is written before Stripe learns of it, so the
 * database was restored: the fence goes up.
 */
export const restoreOrder = async (
  deps: PaymentDeps,
  facts: PaymentFacts,
): Promise<KnownCheckout | typeof HELD_UP | undefined> => {
  const { db, log } = deps
  const { reference, sessionId } = facts
  const businessId = await ownerOf(deps, facts)
  if (!businessId) return undefined
  const order = await asBusiness(db, businessId, async (trx) => {
    const { rows } = await sql<{ userId: string }>`
      select u.id as "userId" from users u
      where u.business_id = ${businessId}
        and exists (select from businesses b where b.id = u.business_id and b.currency = ${facts.currency})
      order by u.created_at, u.id limit 1`.execute(trx)
    const [owner] = rows
    if (!owner) return undefined
    const isAutomatic = sessionId === undefined
    if (isAutomatic && !facts.customerId) return undefined
    const written = await orderCheckout(trx, {
      id: reference!,
      business_id: businessId,
      user_id: owner.userId,
      amount_cents: facts.amountCents,
      currency: facts.currency,
      created_at: facts.createdAt,
      expires_at: new Date(facts.createdAt.getTime() + OPEN_MS),
      is_automatic: isAutomatic,
      ...(isAutomatic
        ? {
            month: localDate(facts.createdAt, await findTimeZone(trx, businessId)).slice(0, 7),
            customer_id: facts.customerId!,
            payment_intent: facts.paymentIntentId!,
            next_look_at: facts.createdAt,
          }
        : { session_id: sessionId }),
    })
    return written ?? (isAutomatic ? HELD_UP : undefined)
  })
  if (order === undefined) return undefined
  // Another process may have written it meanwhile.
  if (order === HELD_UP) return (await findByFacts(db, facts)) ?? HELD_UP
  log.warn(
    { order, stripe: sessionId ?? facts.paymentIntentId },
    'an order that this database had forgotten is back',
  )
  await raiseFence(db, 'payment')
  return findByFacts(db, facts)
}

/** As its metadata says; of a charge from before it did, whose saved card it was. Undefined for what is not ours. */
export const ownerOf = async (
  { db, stripe }: PaymentDeps,
  facts: PaymentFacts,
): Promise<string | undefined> => {
  if (!isOfOurForm(facts) || facts.isLive !== stripe.isLive) return undefined
  if (facts.businessId !== undefined) return isUuid(facts.businessId) ? facts.businessId : undefined
  if (facts.customerId === undefined) return undefined
  const { rows } = await sql<{ id: string }>`
    select business_id as id from auto_top_ups where customer_id = ${facts.customerId}`.execute(db)
  return rows[0]?.id
}
