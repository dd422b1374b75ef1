import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { cancelRequests, NO_LONGER_PAID } from '../life/end-requests.ts'
import { REQUEST_MOVES } from '../life/text-life.ts'
import { FREES, freeRested, isFreed, isRest } from './free-rested.ts'

type Unpaid = { businessId: string; tenantId: string; invoiceIds: string[]; now: Date }

const WAS_CANCELLED_UNPAID = sql`
  r.state = ${sql.lit(REQUEST_MOVES.cancel.to)} and r.state_reason = ${sql.lit(NO_LONGER_PAID)}`

/**
 * Their payments were undone: texts that wait for them are cancelled. Whoever was left in peace because of such a text
 * is asked about her other invoice after all: it goes into the inbox, and the sync decides it as if it were news. To be
 * called under `lockDecisions`: nobody is left in peace meanwhile.
 */
export const cancelUnpaid = async (
  trx: TenantTrx,
  { businessId, tenantId, invoiceIds, now }: Unpaid,
): Promise<void> => {
  if (invoiceIds.length === 0) return
  await cancelRequests(trx, businessId, NO_LONGER_PAID, { tenantId, invoiceIds })
  await freeRested(trx, {
    now,
    where: sql`
      o.business_id = ${businessId} and r.tenant_id = ${tenantId} and r.invoice_id = any(${invoiceIds}::uuid[])`,
  })
}

/**
 * Whether a decision `d` has to be made anew: a payment was undone and its text was cancelled for it, or the text for
 * which its customer was left in peace did not go, or goes to another number.
 */
export const isOpenAgain = (now: SqlTime) => sql<boolean>`(${isFreed(now)} or exists (
    select from review_requests r
    where r.business_id = d.business_id
      and case when d.outcome = 'scheduled' then ${WAS_CANCELLED_UNPAID} else ${FREES} end
      and r.tenant_id = case when d.outcome = 'scheduled' then d.tenant_id
                             when ${isRest(now)} then (d.detail #>> '{plannedOf,tenantId}')::uuid end
      and r.invoice_id = case when d.outcome = 'scheduled' then d.invoice_id
                              when ${isRest(now)} then (d.detail #>> '{plannedOf,invoiceId}')::uuid end))`
