import { sql } from 'kysely'
import type { TenantTrx } from '../../../server/database/database.ts'
import { MINUTE_MS } from '../../../server/platform/dates.ts'
import type { DemoBusiness } from './demo-business.ts'

/** Dates the account, the connection and Xero's events back to the beginning of their history. */
export const dateBack = async (
  trx: TenantTrx,
  { businessId, tenantId }: DemoBusiness,
  { liveSince, now }: { liveSince: Date; now: Date },
): Promise<void> => {
  const joinedAt = new Date(liveSince.getTime() - 12 * MINUTE_MS)
  await sql`
    update businesses set created_at = ${joinedAt} where id = ${businessId}`.execute(trx)
  await sql`
    update organisations o
    set live_since = ${liveSince}, connected_at = ${liveSince}, state_changed_at = ${liveSince},
        created_date_utc = ${liveSince}, sweep_cursor = ${now}, swept_at = ${now}, last_event_at = latest.at,
        last_synced_at = ${now}
    from (select max(decided_at) as at from decisions where business_id = ${businessId}) latest
    where o.business_id = ${businessId} and o.tenant_id = ${tenantId}`.execute(trx)
  await sql`
    update invoices i set first_seen_at = d.decided_at
    from decisions d
    where i.business_id = ${businessId} and d.business_id = i.business_id and d.tenant_id = i.tenant_id
      and d.invoice_id = i.invoice_id`.execute(trx)
}
