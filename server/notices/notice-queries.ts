import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { averageTextCents } from '../payments/top-ups/text-price.ts'

export type Watched = {
  businessId: string
  businessName: string
  currency: string
  ownerName: string
  email: string
  availableCents: number | null
  waiting: number
  averageCents: number | null
  isXeroLost: boolean | null
  refusedSince: Date | null
  fundsLevel: number | null
  xeroTold: boolean | null
  lastSentAt: Date | null
  isOff: boolean | null
  offToken: string | null
}

/** Every business whose texts are switched on, its owner, and the facts that she may be mailed about. */
export const findWatched = async (db: Db): Promise<Watched[]> => {
  const { rows } = await sql<Watched>`
    select b.id as "businessId", b.name as "businessName", b.currency,
           u.name as "ownerName", u.email, f.available_cents as "availableCents",
           (select count(*) from review_requests r
            where r.business_id = b.id and r.state = 'waiting_for_funds') as waiting,
           ${averageTextCents(sql.ref('b.id'))} as "averageCents",
           xero.*,
           n.funds_level as "fundsLevel", n.xero_told as "xeroTold", n.last_sent_at as "lastSentAt", n.is_off as "isOff",
           n.off_token as "offToken"
    from businesses b
    join lateral (
      select name, email from users u
      where u.business_id = b.id and u.onboarded_at is not null and u.deactivated_at is null
      order by u.created_at limit 1) u on true
    cross join lateral (
      select bool_or(x.state = 'needs_reconnect') as "isXeroLost",
             max(o.state_changed_at) filter (where o.state = 'paused') as "refusedSince"
      from organisations o
      join xero_authorisations x on x.business_id = o.business_id and x.id = o.authorisation_id
      where o.business_id = b.id and o.state <> 'disconnected') xero
    left join balances f on f.business_id = b.id
    left join owner_notices n on n.business_id = b.id
    where b.automation_enabled and b.deactivated_at is null`.execute(db)
  return rows
}
