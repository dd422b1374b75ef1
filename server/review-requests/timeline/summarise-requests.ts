import { sql } from 'kysely'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { DAY_MS, localDate, startOfDay } from '../../platform/dates.ts'
import { countToMend } from './mending-queries.ts'

type Summary = Omit<ReviewRequestSummary, 'fundsCoverOldest' | 'turns'>

const PACE_DAYS = 14

/** The figures above the timeline: this calendar month in the business's own days, and how long the funds last. */
export const summariseRequests = async (
  trx: TenantTrx,
  businessId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<Summary> => {
  const today = localDate(now, timeZone)
  const monthBegan = startOfDay(`${today.slice(0, 8)}01`, timeZone)
  const { rows } = await sql<Omit<Summary, 'timeZone' | 'today' | 'fundsLastDays' | 'toMend'>>`
    select count(*) filter (where state in ('sent', 'delivered'))                          as "sentThisMonth",
           count(*) filter (where state = 'delivered')                                     as "deliveredThisMonth",
           count(*) filter (where state = 'failed')                                        as "failedThisMonth",
           count(*) filter (where state in ('sent', 'delivered') and opened_at is not null) as "openedThisMonth",
           (select count(*) from review_requests w
            where w.business_id = ${businessId} and w.state = 'scheduled')                 as scheduled,
           (select count(*) from review_requests w
            where w.business_id = ${businessId} and w.state = 'waiting_for_funds')         as "waitingForFunds"
    from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired') and timeline_at >= ${monthBegan}`.execute(
    trx,
  )
  return {
    timeZone,
    today,
    ...rows[0]!,
    fundsLastDays: await fundsLastDays(trx, businessId, now),
    toMend: await countToMend(trx, businessId, { now, timeZone }),
  }
}

/** Whole days, at what was spent a day since the first text of the last two weeks; null where nothing was. */
const fundsLastDays = async (trx: TenantTrx, businessId: string, now: Date): Promise<number | null> => {
  const { rows } = await sql<{ spent: number | null; since: Date | null; available: number | null }>`
    select sum(price_cents)::bigint as spent, min(timeline_at) as since,
           (select available_cents from balances where business_id = ${businessId}) as available
    from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired') and sent_at is not null
      and timeline_at between ${new Date(now.getTime() - PACE_DAYS * DAY_MS)} and ${now}`.execute(trx)
  const { spent, since, available } = rows[0]!
  if (!spent || !since) return null
  const days = Math.max(1, (now.getTime() - since.getTime()) / DAY_MS)
  return Math.max(0, Math.floor((available ?? 0) / (spent / days)))
}
