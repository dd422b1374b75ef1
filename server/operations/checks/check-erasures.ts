import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { formatCents } from '../../platform/money.ts'
import { isAre, ok, wrong, type Check } from './check.ts'
import { ERASURE_LATE_MS } from '../retention-gauges.ts'

type Open = { businessId: string; erasesAt: Date; isDone: boolean; cents: number; currency: string }

/** Businesses that are erased soon or late, and funds that their owners want refunded. */
export const checkErasures = async (db: Db, now: Date): Promise<Check> => {
  const { rows } = await sql<Open>`
    select e.business_id as "businessId", e.erases_at as "erasesAt", e.erased_at is not null as "isDone", b.currency,
           case when e.wants_refund then coalesce(f.available_cents, 0) else 0 end as cents
    from erasures e
    join businesses b on b.id = e.business_id
    left join balances f on f.business_id = e.business_id
    where e.taken_back_at is null and (e.erased_at is null or e.wants_refund and f.available_cents > 0)
    order by e.erases_at`.execute(db)
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
      : `${isAre(rows.length, 'business is', 'businesses are')} to be erased, the next on ${rows[0]!.erasesAt.toISOString().slice(0, 10)}`,
  )
}
