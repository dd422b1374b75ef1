import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type ListedBusiness = {
  id: string
  name: string
  ownerEmail: string | null
  currency: string
  availableCents: number
  reservedCents: number
  /** The worst state of its organisations. */
  connection: 'connected' | 'going live' | 'paused' | 'needs reconnect' | 'not connected'
  automationEnabled: boolean
  isDeactivated: boolean
  isErased: boolean
  createdAt: Date
}

/** Every business, the oldest first. For the operator: reads the rows of all businesses. */
export const listBusinesses = async (db: Db): Promise<ListedBusiness[]> => {
  const { rows } = await sql<ListedBusiness>`
    select b.id, b.name, b.currency, b.automation_enabled as "automationEnabled", b.created_at as "createdAt",
           b.deactivated_at is not null as "isDeactivated",
           exists (select from erasures where business_id = b.id and erased_at is not null) as "isErased",
           (select string_agg(u.email, ', ' order by u.created_at) from users u where u.business_id = b.id)
             as "ownerEmail",
           coalesce(f.available_cents, 0) as "availableCents", coalesce(f.reserved_cents, 0) as "reservedCents",
           case when x.connected is null then 'not connected'
                when x.lost then 'needs reconnect'
                when x.paused then 'paused'
                when x.waiting then 'going live'
                else 'connected' end as connection
    from businesses b
    left join balances f on f.business_id = b.id
    left join lateral (
      select count(*) as connected, bool_or(a.state = 'needs_reconnect') as lost, bool_or(o.state = 'paused') as paused,
             bool_or(o.live_since is null) as waiting
      from organisations o
      join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
      where o.business_id = b.id and o.state <> 'disconnected'
      having count(*) > 0) x on true
    order by b.created_at, b.id`.execute(db)
  return rows
}
