import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { SkipReason } from '../../review-requests/deciding/review-request-rules.ts'

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

export type WeekFacts = {
  asked: number
  opened: number
  failed: number
  waiting: number
  notAsked: { reason: SkipReason; count: number }[]
  availableCents: number
  weeklyCents: number | null
  isXeroLost: boolean
  isSwitchedOff: boolean
}

const WEEKS_OF_PACE = 4

/** The figures of one week, from `from` to before `until`, as timeline and activity count them. */
export const readWeek = async (
  db: Db,
  businessId: string,
  { from, until }: { from: Date; until: Date },
): Promise<WeekFacts> => {
  const { rows } = await sql<WeekFacts>`
    select week.*,
           coalesce((
             select jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason)
             from (select reason, count(*) from decisions
                   where business_id = ${businessId} and outcome = 'skipped'
                     and decided_at >= ${from} and decided_at < ${until}
                   group by reason) skipped), '[]') as "notAsked",
           (select count(*) from review_requests
            where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds')) as waiting,
           coalesce((select available_cents from balances where business_id = ${businessId}), 0) as "availableCents",
           (select sum(price_cents)::float / ${WEEKS_OF_PACE} from review_requests
            where business_id = ${businessId} and state in ('sent', 'delivered') and timeline_at < ${until}
              and timeline_at >= ${until}::timestamptz - ${WEEKS_OF_PACE} * interval '7 days') as "weeklyCents",
           not b.automation_enabled as "isSwitchedOff",
           exists (
             select from organisations o
             join xero_authorisations x on x.business_id = o.business_id and x.id = o.authorisation_id
             where o.business_id = b.id and o.state <> 'disconnected' and x.state = 'needs_reconnect') as "isXeroLost"
    from businesses b, (
      select count(*) filter (where state in ('sent', 'delivered')) as asked,
             count(*) filter (where state in ('sent', 'delivered') and opened_at is not null) as opened,
             count(*) filter (where state = 'failed') as failed
      from review_requests
      where business_id = ${businessId} and state not in ('cancelled', 'expired')
        and timeline_at >= ${from} and timeline_at < ${until}) week
    where b.id = ${businessId}`.execute(db)
  return rows[0]!
}
