import { sql } from 'kysely'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate, monthBounds, startOfDay } from '../../platform/dates.ts'
import { CANCELLED_BY_OWNER, HELD_TOO_LONG } from '../holding/holding-rules.ts'
import { fundsLastDays } from './funds-last-days.ts'
import { countToMend } from './mending/mending-queries.ts'

type Summary = Omit<ReviewRequestSummary, 'timeZone' | 'fundsCoverOldest' | 'turns'>

/** The figures above the timeline: this calendar month in the business's own days, and how long the funds last. */
export const summariseRequests = async (
  trx: TenantTrx,
  businessId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<Summary> => {
  const today = localDate(now, timeZone)
  const monthBegan = startOfDay(`${today.slice(0, 8)}01`, timeZone)
  const { rows } = await sql<Omit<Summary, keyof HeldBack | 'today' | 'fundsLastDays' | 'toMend'>>`
    select count(*) filter (where state in ('sent', 'delivered'))                          as "sentThisMonth",
           count(*) filter (where state = 'delivered')                                     as "deliveredThisMonth",
           count(*) filter (where state = 'failed')                                        as "failedThisMonth",
           count(*) filter (where state = 'failed' and ${IS_CHARGED})                        as "undeliveredThisMonth",
           count(*) filter (where state in ('sent', 'delivered') and opened_at is not null) as "openedThisMonth",
           (select count(*) from review_requests w
            where w.business_id = ${businessId} and w.state = 'scheduled' and w.reminder_of is null)              as scheduled,
           (select count(*) from review_requests w
            where w.business_id = ${businessId} and w.state = 'waiting_for_funds')         as "waitingForFunds"
    from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired') and timeline_at >= ${monthBegan}
      and reminder_of is null`.execute(trx)
  return {
    today,
    ...rows[0]!,
    ...(await heldBack(trx, businessId, monthBounds(today.slice(0, 7), timeZone))),
    fundsLastDays: await fundsLastDays(trx, businessId, now),
    toMend: await countToMend(trx, businessId, { now, timeZone }),
  }
}

/** As the account has it: what is only reported late was sent as well, but its price was given back. */
const IS_CHARGED = sql`(select true from send_attempts a
             where a.business_id = review_requests.business_id and a.request_id = review_requests.id
               and a.state = 'accepted'
             limit 1)`

type HeldBack = Pick<Summary, 'heldBackThisMonth' | 'plannedThisMonth'>

/** How many texts of a month their owner held or cancelled, of those that else went out or would. */
const heldBack = async (
  trx: TenantTrx,
  businessId: string,
  { begins, ends }: { begins: Date; ends: Date },
): Promise<HeldBack> => {
  const isOfMonth = sql`business_id = ${businessId} and timeline_at >= ${begins} and timeline_at < ${ends}
    and reminder_of is null`
  const { rows } = await sql<HeldBack>`
    select count(*) filter (where is_held_back) as "heldBackThisMonth", count(*) as "plannedThisMonth"
    from (
      select state = 'held' as is_held_back from review_requests
      where ${isOfMonth} and state not in ('cancelled', 'expired')
      union all
      select true from review_requests
      where ${isOfMonth} and state = 'cancelled' and state_reason = ${CANCELLED_BY_OWNER}
      union all
      select true from review_requests
      where ${isOfMonth} and state = 'expired' and state_reason = ${HELD_TOO_LONG}) texts`.execute(trx)
  return rows[0]!
}
