import { sql } from 'kysely'
import { countOutcomes, findStanding } from '../../activity/activity-queries.ts'
import { totalActivity } from '../../activity/activity-totals-rules.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { Db, TenantTrx } from '../../database/database.ts'
import { countToMend } from '../../review-requests/timeline/mending/mending-queries.ts'
import { fundsLastDays } from '../../review-requests/timeline/funds-last-days.ts'
import type { Week } from './letter-rules.ts'

/** It is Monday to Wednesday by day where she is, and this week's letter has not been written. */
export type DueLetter = {
  businessId: string
  businessName: string
  currency: string
  ownerName: string
  email: string
  timeZone: string
  offToken: string | null
  /** The Monday of the week that has begun. */
  monday: string
}

const MOST_AT_ONCE = 500

export const findDueLetters = async (db: Db, now: Date): Promise<DueLetter[]> => {
  const { rows } = await sql<DueLetter>`
    select b.id as "businessId", b.name as "businessName", b.currency, u.name as "ownerName", u.email,
           o.time_zone as "timeZone", n.off_token as "offToken", week.monday::text as monday
    from businesses b
    join lateral (
      select name, email from users u
      where u.business_id = b.id and u.onboarded_at is not null and u.deactivated_at is null
      order by u.created_at limit 1) u on true
    join lateral (
      select time_zone, live_since from organisations o
      where o.business_id = b.id and o.live_since is not null
      order by o.state = 'disconnected', o.connected_at limit 1) o on true
    cross join lateral (select ${now}::timestamptz at time zone o.time_zone as local) clock
    cross join lateral (select date_trunc('week', clock.local)::date as monday) week
    left join owner_notices n on n.business_id = b.id
    where b.deactivated_at is null and n.letter_is_off is not true
      and extract(isodow from clock.local) <= 3 and extract(hour from clock.local) between 8 and 19
      and o.live_since < week.monday::timestamp at time zone o.time_zone
      and (n.letter_of is null or n.letter_of < week.monday)
    order by b.id
    limit ${MOST_AT_ONCE}`.execute(db)
  return rows
}

export type WeekFacts = Omit<Week, 'ownerName' | 'businessName' | 'currency' | 'from' | 'until'>

/**
 * The figures of one week, from `from` to before `until`: texts as the timeline has them, who was not asked and why as
 * All Activity has it, what is to be mended as its list has it now, and the funds as the dashboard has them.
 */
export const readWeek = async (
  trx: TenantTrx,
  businessId: string,
  { from, until, now, hasReviews }: { from: Date; until: Date; now: Date; hasReviews: boolean },
): Promise<WeekFacts> => {
  const standing = await findStanding(trx, businessId)
  const { reasons } = totalActivity(await countOutcomes(trx, businessId, { from, until }), standing)
  const { rows } = await sql<Omit<WeekFacts, 'notAsked' | 'toMend' | 'fundsLastDays' | 'isSwitchedOff'>>`
    select count(*) filter (where state in ('sent', 'delivered')) as asked,
           count(*) filter (where state in ('sent', 'delivered') and opened_at is not null) as opened,
           count(*) filter (where state = 'failed') as failed,
           (select count(*) from review_requests r
            join decisions d
              on d.business_id = r.business_id and d.tenant_id = r.tenant_id and d.invoice_id = r.invoice_id
            where r.business_id = ${businessId} and r.state in ('scheduled', 'waiting_for_funds')
              and d.decided_at < ${until}) as waiting,
           ${hasReviews ? newReviews(businessId, { from, until, now }) : sql`0`} as "newReviews",
           (select available_cents from balances where business_id = ${businessId}) as "availableCents",
           exists (
             select from organisations o
             join xero_authorisations x on x.business_id = o.business_id and x.id = o.authorisation_id
             where o.business_id = ${businessId} and o.state <> 'disconnected'
               and x.state = 'needs_reconnect') as "isXeroLost"
    from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired')
      and timeline_at >= ${from} and timeline_at < ${until} and reminder_of is null`.execute(trx)
  return {
    ...rows[0]!,
    notAsked: reasons.filter(({ outcome }) => outcome === 'skipped'),
    toMend: await countToMend(trx, businessId, { now, timeZone: await findTimeZone(trx, businessId) }),
    fundsLastDays: await fundsLastDays(trx, businessId, now),
    isSwitchedOff: !standing.isSwitchedOn,
  }
}

/** What was there when she connected her profile is not new. */
const newReviews = (businessId: string, { from, until, now }: { from: Date; until: Date; now: Date }) => sql`(
  select count(*) from google_reviews g
  join profile_connections c on c.business_id = g.business_id
  left join owner_notices n on n.business_id = g.business_id
  where g.business_id = ${businessId} and coalesce(n.reviews_mail, 'weekly') = 'weekly' and g.expires_at > ${now}
    and g.written_at > c.granted_at and g.found_at >= ${from} and g.found_at < ${until})`
