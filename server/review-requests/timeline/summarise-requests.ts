import { sql } from 'kysely'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate, startOfDay } from '../../platform/dates.ts'
import { fundsLastDays } from './funds-last-days.ts'
import { countToMend } from './mending-queries.ts'

type Summary = Omit<ReviewRequestSummary, 'fundsCoverOldest' | 'turns'>

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
