import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'

const SPENDING_DAYS = 14

/** Whole days, at what was spent a day since the first text of the last two weeks; null where nothing was. */
export const fundsLastDays = async (
  trx: TenantTrx,
  businessId: string,
  now: Date,
): Promise<number | null> => {
  const { rows } = await sql<{ spent: number | null; since: Date | null; available: number | null }>`
    select sum(price_cents)::bigint as spent, min(timeline_at) as since,
           (select available_cents from balances where business_id = ${businessId}) as available
    from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired') and sent_at is not null
      and timeline_at between ${new Date(now.getTime() - SPENDING_DAYS * DAY_MS)} and ${now}`.execute(trx)
  const { spent, since, available } = rows[0]!
  if (!spent || !since) return null
  const days = Math.max(1, (now.getTime() - since.getTime()) / DAY_MS)
  return Math.max(0, Math.floor((available ?? 0) / (spent / days)))
}
