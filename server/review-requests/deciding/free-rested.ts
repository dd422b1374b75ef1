import { sql, type RawBuilder } from 'kysely'
import type { Db, TenantTrx } from '../../database/database.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { CONFIGURATION_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import { HELD_TOO_LONG } from '../holding/holding-rules.ts'
import { NO_LONGER_PAID } from '../life/end-requests.ts'
import { REQUEST_MOVES } from '../life/text-life.ts'
import { MAX_PAID_AGE_DAYS } from './paid-date-rules.ts'
import type { RuleReason } from './review-rules.ts'

/** Rules about the invoice say nothing against asking its customer about another one. */
const RULES_OF_INVOICES = [
  'deposit_invoice',
  'excluded_invoice_word',
  'excluded_tracking',
  'below_smallest_amount',
] as const satisfies RuleReason[]

/** Why a text ends that its owner did not want away from its customer. One that she cancels or skips is not here. */
const FREEING = [NO_LONGER_PAID, HELD_TOO_LONG, 'no_funds', 'too_late', ...RULES_OF_INVOICES]

/** Why a text failed that never reached its customer, whatever her number is. */
const NEVER_WENT = [...CONFIGURATION_CODES, 'never_accepted']

/** A text `r` that ended without having gone, so that its customer need not be left in peace for it. */
export const FREES = sql`
  (r.state in (${sql.lit(REQUEST_MOVES.cancel.to)}, ${sql.lit(REQUEST_MOVES.expire.to)})
      and r.state_reason = any(${FREEING}::text[])
    or r.state = ${sql.lit(REQUEST_MOVES.reject.to)} and r.sent_at is null
      and r.state_reason = any(${NEVER_WENT}::text[]))`

/** Whether the customer of a decision `d` was left in peace, not longer ago than texts are sent about a payment. */
export const isRest = (now: SqlTime) => sql`
  d.reason = 'cooldown' and d.decided_at > (${now})::timestamptz - ${MAX_PAID_AGE_DAYS} * interval '1 day'`

/**
 * Whoever was left in peace because of a text `r` that did not go in the end is asked about her other invoice after
 * all: it goes into the inbox, once, and the sync decides it as if it were news. Of one business, or of all.
 */
export const freeRested = async (
  db: Db | TenantTrx,
  { now, where = sql`true` }: { now: SqlTime; where?: RawBuilder<unknown> },
): Promise<void> => {
  await sql`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select d.business_id, d.tenant_id, d.invoice_id, 'INVOICE', 'FREED', ${now}, r.correlation_id
    from organisations o
    cross join lateral (
      -- By the index alone, which has the reason: most were not texted for another one.
      select d.tenant_id, d.invoice_id from decisions d
      where d.business_id = o.business_id and d.tenant_id = o.tenant_id and d.outcome = 'skipped' and ${isRest(now)}
      offset 0) rested
    cross join lateral (
      -- With an offset each is read by its key, also while the tables are young (decision 26).
      select * from decisions d
      where d.business_id = o.business_id and d.tenant_id = rested.tenant_id and d.invoice_id = rested.invoice_id
      offset 0) d
    cross join lateral (
      select * from review_requests r
      where r.tenant_id = (d.detail #>> '{plannedOf,tenantId}')::uuid
        and r.invoice_id = (d.detail #>> '{plannedOf,invoiceId}')::uuid
      offset 0) r
    where o.state <> 'disconnected' and r.business_id = d.business_id and ${FREES} and ${where}
      and not exists (
        select from xero_events e
        where e.tenant_id = d.tenant_id and e.resource_id = d.invoice_id and e.category = 'INVOICE'
          and e.event_type = 'FREED' and e.event_at > d.decided_at
          -- Freed for an earlier end of the same text, she rested for it again.
          and e.received_at >= coalesce(greatest(r.ended_at, r.failed_at), '-infinity')
        offset 0)
    order by d.tenant_id, d.invoice_id
    on conflict do nothing`.execute(db)
}

/**
 * Their contacts were corrected: whoever was left in peace because of a text that goes to another number by now, or to
 * none, is asked about her other invoice after all. To be called under `lockDecisions`.
 */
export const freeFromCorrected = async (
  trx: TenantTrx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
  now: Date,
): Promise<void> => {
  if (invoiceIds.length === 0) return
  await sql`
    with freed as (
      update decisions d set detail = d.detail || '{"isFreed": true}'
      where d.business_id = ${businessId} and d.outcome = 'skipped' and ${isRest(now)}
        and d.detail #>> '{plannedOf,tenantId}' = ${tenantId}
        and d.detail #>> '{plannedOf,invoiceId}' = any(${invoiceIds}::text[])
      returning d.*
    )
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select d.business_id, d.tenant_id, d.invoice_id, 'INVOICE', 'FREED', ${now}, r.correlation_id
    from freed d
    join organisations o on o.business_id = d.business_id and o.tenant_id = d.tenant_id and o.state <> 'disconnected'
    join review_requests r
      on r.tenant_id = ${tenantId} and r.invoice_id = (d.detail #>> '{plannedOf,invoiceId}')::uuid
    order by d.tenant_id, d.invoice_id
    on conflict do nothing`.execute(trx)
}

/** Its customer rests for a text `d.detail` that `freeFromCorrected` found to go elsewhere. */
export const isFreed = (now: SqlTime) => sql`
  d.outcome = 'skipped' and d.detail->>'isFreed' is not null and ${isRest(now)}`
