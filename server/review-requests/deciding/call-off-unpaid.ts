import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { cancelRequests, NO_LONGER_PAID } from '../life/end-requests.ts'
import { REQUEST_MOVES } from '../life/text-life.ts'
import { MAX_PAID_AGE_DAYS } from './paid-date-rules.ts'

type Unpaid = { businessId: string; tenantId: string; invoiceIds: string[]; now: Date }

const WAS_CALLED_OFF = sql`
  r.state = ${sql.lit(REQUEST_MOVES.cancel.to)} and r.state_reason = ${sql.lit(NO_LONGER_PAID)}`

/** No text is sent about what was paid before. */
const oldest = (now: SqlTime) => sql`(${now})::timestamptz - ${MAX_PAID_AGE_DAYS} * interval '1 day'`

/**
 * Their payments were undone: texts that wait for them are called off. Whoever was left in peace because of such a text
 * is asked about her other invoice after all: it goes into the inbox, and the sync decides it as if it were news. To be
 * called under `lockDecisions`: nobody is left in peace meanwhile.
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
      and d.detail #>> '{plannedOf,invoiceId}' = r.invoice_id::text and d.decided_at > ${oldest(now)}
    join organisations o on o.business_id = d.business_id and o.tenant_id = d.tenant_id and o.state <> 'disconnected'
    where r.business_id = ${businessId} and r.tenant_id = ${tenantId} and r.invoice_id = any(${invoiceIds}::uuid[])
      and ${WAS_CALLED_OFF}
    order by d.tenant_id, d.invoice_id
    on conflict do nothing`.execute(trx)
}

/**
 * Whether a decision `d` has to be made anew: a payment was undone, and the text that was called off for it is its own,
 * or the one for which its customer was left in peace.
 */
export const isOpenAgain = (now: SqlTime) => {
  const isRest = sql`d.reason = 'cooldown' and d.decided_at > ${oldest(now)}`
  return sql<boolean>`exists (
    select from review_requests r
    where r.business_id = d.business_id and ${WAS_CALLED_OFF}
      and r.tenant_id = case when d.outcome = 'scheduled' then d.tenant_id
                             when ${isRest} then (d.detail #>> '{plannedOf,tenantId}')::uuid end
      and r.invoice_id = case when d.outcome = 'scheduled' then d.invoice_id
                              when ${isRest} then (d.detail #>> '{plannedOf,invoiceId}')::uuid end)`
}
