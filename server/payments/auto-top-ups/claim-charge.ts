import { sql } from 'kysely'
import { orderCheckout } from '../life/write-checkouts.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import { DAY_MS, localDate } from '../../platform/dates.ts'
import { chargedInMonthCents, lockAutoTopUp } from './auto-top-up-queries.ts'
import { cardWords, decideCharge } from './auto-top-up-rules.ts'

export type ClaimedCharge = {
  reference: string
  businessId: string
  customerId: string
  cardId: string
  amountCents: number
  currency: string
  description: string
  email: string
}

/** Longer than our own call lasts with all its tries. */
const ANSWERED_BY_NOW_MS = 90_000

/**
 * Records that the saved card is to be charged, where it is due, before Stripe is called. Of several processes that
 * do this at once, one gets the charge. Undefined when there is none.
 */
export const claimCharge = async (
  trx: TenantTrx,
  businessId: string,
  now: Date,
): Promise<ClaimedCharge | undefined> => {
  const terms = await lockAutoTopUp(trx, businessId)
  if (!terms) return undefined
  const month = localDate(now, await findTimeZone(trx, businessId)).slice(0, 7)
  const standing = await findStanding(trx, businessId)
  if (!standing.mayClaim) return undefined
  const chargedThisMonthCents = await chargedInMonthCents(trx, businessId, month)
  if (decideCharge(terms, { ...standing, chargedThisMonthCents }, now) !== 'charge') return undefined

  const reference = await orderCheckout(trx, {
    business_id: businessId,
    user_id: terms.user_id,
    amount_cents: terms.amount_cents,
    currency: terms.currency,
    is_automatic: true,
    month,
    customer_id: terms.customer_id,
    card_id: terms.card_id,
    card_words: cardWords(terms.card_brand, terms.card_last4),
    next_look_at: new Date(now.getTime() + ANSWERED_BY_NOW_MS),
    created_at: now,
    expires_at: new Date(now.getTime() + DAY_MS),
  })
  if (reference === undefined) return undefined
  return {
    reference,
    businessId,
    customerId: terms.customer_id!,
    cardId: terms.card_id!,
    amountCents: terms.amount_cents,
    currency: terms.currency,
    description: `Text message funds for ${standing.name}, automatic top-up`,
    email: standing.email,
  }
}

type Standing = {
  name: string
  email: string
  /** Neither deactivated nor paused by an operator: nothing is texted meanwhile. */
  isActive: boolean
  currency: string
  availableCents: number
  isUnderWay: boolean
  lastFailedAt: Date | null
  /** No card is charged while the recovery fence is up. */
  mayClaim: boolean
}

const findStanding = async (trx: TenantTrx, businessId: string): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select b.name, u.email, b.currency,
           b.deactivated_at is null and u.deactivated_at is null and b.paused_at is null as "isActive",
           coalesce(f.available_cents, 0) as "availableCents",
           exists (
             select from checkouts c
             where c.business_id = b.id and c.is_automatic and c.state in ('open', 'processing')) as "isUnderWay",
           (select max(c.failed_at) from checkouts c
            where c.business_id = b.id and c.is_automatic and c.state = 'failed'
              and c.failure = 'not_made') as "lastFailedAt",
           ${FENCE_IS_DOWN} as "mayClaim"
    from businesses b
    join auto_top_ups a on a.business_id = b.id
    join users u on u.id = a.user_id
    left join balances f on f.business_id = b.id
    where b.id = ${businessId}`.execute(trx)
  return rows[0]!
}
