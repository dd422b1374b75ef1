import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { formatCents } from '../../platform/money.ts'
import { isAre, ok, wrong, type Check } from './check.ts'
import { ERASURE_LATE_MS } from '../retention-gauges.ts'
import { utcDay } from '../../platform/moments-in-words-rules.ts'

type Open = { businessId: string; erasesAt: Date; isDone: boolean; cents: number; currency: string }

/** Businesses that are erased soon or late, and what their owners paid by card, did not use, and want refunded. */
export const checkErasures = async (db: Db, now: Date): Promise<Check> => {
  const { rows } = await sql<Open>`
    select * from (
      select e.business_id as "businessId", e.erases_at as "erasesAt", e.erased_at is not null as "isDone", b.currency,
             case when e.wants_refund then least(coalesce(f.available_cents, 0), ${PAID}) else 0 end as cents
      from erasures e
      join businesses b on b.id = e.business_id
      left join balances f on f.business_id = e.business_id
      where e.taken_back_at is null) open
    where not "isDone" or cents > 0
    order by "erasesAt"`.execute(db)
  const late = rows.filter(
    ({ isDone, erasesAt }) => !isDone && now.getTime() - erasesAt.getTime() > ERASURE_LATE_MS,
  )
  if (late.length > 0)
    return wrong(
      'erasures',
      `late: ${late.map(({ businessId }) => businessId).join(', ')}: a text or a payment is not settled, or the job \`erase-due\` fails`,
    )
  const refunds = rows.filter(({ cents }) => cents > 0)
  const words = refunds
    .map(({ businessId, cents, currency }) => `${formatCents(cents, currency)} of ${businessId}`)
    .join(', ')
  if (words) return wrong('erasures', `refunds are asked for, on Stripe’s site: ${words}`)
  return ok(
    'erasures',
    rows.length === 0
      ? 'no business is to be erased'
      : `${isAre(rows.length, 'business is', 'businesses are')} to be erased, the next on ${utcDay(rows[0]!.erasesAt)}`,
  )
}

/** Cents that came from a card and did not go back to it. Texts were paid from credit of ours first. */
const PAID = sql`(
  select coalesce(sum(n.amount_cents), 0)::bigint
  from transfers t
  join entries n on n.business_id = t.business_id and n.transfer_id = t.id and n.account = 'available'
  where t.business_id = e.business_id and t.kind in ('topup', 'refund', 'dispute', 'reinstate'))`
