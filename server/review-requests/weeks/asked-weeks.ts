import { sql } from 'kysely'
import type { AskedWeeks } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { addDays, localDate, startOfDay } from '../../platform/dates.ts'

const WEEKS = 12

/**
 * The first texts of the last weeks, the newest week first: how many went out, arrived and had their link opened. A
 * week is that of the text, whenever its link was opened; what is a visit is decided at the link.
 */
export const countAskedWeeks = async (
  trx: TenantTrx,
  businessId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<AskedWeeks> => {
  const mondays = lastMondays(localDate(now, timeZone))
  const begins = startOfDay(mondays.at(-1)!, timeZone)
  const { rows } = await sql<AskedWeeks['weeks'][number]>`
    select date_trunc('week', timeline_at at time zone ${timeZone})::date::text as from, count(*) as asked,
           count(*) filter (where state = 'delivered') as delivered,
           count(*) filter (where opened_at is not null) as opened
    from review_requests
    where business_id = ${businessId} and state in ('sent', 'delivered')
      and state not in ('cancelled', 'expired') and timeline_at >= ${begins}
      and reminder_of is null
    group by 1`.execute(trx)
  const counted = new Map(rows.map((row) => [row.from, row]))
  const none = { asked: 0, delivered: 0, opened: 0 }
  return {
    weeks: mondays.map((from) => ({ ...none, ...counted.get(from), from, to: addDays(from, 6) })),
    timeZone,
  }
}

/** ISO 8601: a week begins on Monday. 5 January 1970 was one. */
const lastMondays = (today: string): string[] => {
  const sinceMonday = (Math.floor(Date.parse(today) / 86_400_000) + 3) % 7
  return Array.from({ length: WEEKS }, (_, index) => addDays(today, -sinceMonday - 7 * index))
}
