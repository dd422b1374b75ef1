import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { cancelRequests, NO_LONGER_PAID } from '../life/end-requests.ts'
import { REQUEST_MOVES } from '../life/text-life.ts'

type Unpaid = { businessId: string; tenantId: string; invoiceIds: string[]; now: Date }

/**
 * Their payments were undone: texts that wait for them are called off. Whoever was left in peace because of such a text
 * is asked about her other invoice after all: it goes into the inbox, and the sync decides it as if it were news.
 */
export const callOffUnpaid = async (
  trx: TenantTrx,
  { businessId, tenantId, invoiceIds, now }: Unpaid,
): Promise<void> => {
  if (invoiceIds.length === 0) return
  await cancelRequests(trx, businessId, NO_LONGER_PAID, { tenantId, invoiceIds })
  await sql`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select d.business_id, d.tenant_id, d.invoice_id, 'INVOICE', 'FREED', ${now}, r.correlation_id
    from review_requests r
    join decisions d on d.business_id = r.business_id and d.outcome = 'skipped' and d.reason = 'cooldown'
      and d.detail #>> '{plannedOf,invoiceId}' = r.invoice_id::text
      -- Not all that were ever skipped: two decisions at once may bear their times the other way round.
      and d.decided_at > r.scheduled_at - interval '1 day'
    where r.business_id = ${businessId} and r.tenant_id = ${tenantId} and r.invoice_id = any(${invoiceIds}::uuid[])
      and r.state = ${sql.lit(REQUEST_MOVES.cancel.to)} and r.state_reason = ${NO_LONGER_PAID}
    order by d.tenant_id, d.invoice_id
    on conflict do nothing`.execute(trx)
}
