import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { failAttempts } from './fail-attempts.ts'

/** The one reason that a later payment undoes. */
export const NO_LONGER_PAID = 'no_longer_paid'

/** Texts that the gateway does not have and whose invoice is no longer paid are called off. */
export const cancelReversedRequests = async (
  trx: Trx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
): Promise<void> => {
  if (invoiceIds.length === 0) return
  await callOff(trx, businessId, { reason: NO_LONGER_PAID, tenantId, invoiceIds })
}

/** Everything of this business, or of one of its organisations, that the gateway does not have is called off. */
export const cancelPendingRequests = (
  trx: Trx,
  businessId: string,
  reason: string,
  tenantId: string | null = null,
): Promise<number> => callOff(trx, businessId, { reason, tenantId })

/** Those of these requests that the gateway does not have are called off. */
export const cancelRequests = (
  trx: Trx,
  businessId: string,
  reason: string,
  requestIds: string[],
): Promise<number> => callOff(trx, businessId, { reason, requestIds })

type Which = {
  reason: string
  tenantId?: string | null
  invoiceIds?: string[] | null
  requestIds?: string[] | null
}

/** What waits, and what the gateway put off: that gets its money back. */
const callOff = async (
  trx: Trx,
  businessId: string,
  { reason, tenantId = null, invoiceIds = null, requestIds = null }: Which,
): Promise<number> => {
  const { rows } = await sql<{ attemptId: string }>`
    select a.id as "attemptId"
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.business_id = ${businessId} and a.state = 'retry'
      and (${tenantId}::uuid is null or r.tenant_id = ${tenantId}::uuid)
      and (${invoiceIds}::uuid[] is null or r.invoice_id = any(${invoiceIds}::uuid[]))
      and (${requestIds}::uuid[] is null or r.id = any(${requestIds}::uuid[]))
    order by a.id
    for update of a`.execute(trx)
  await failAttempts(
    trx,
    businessId,
    rows.map(({ attemptId }) => ({ attemptId, code: reason, state: 'cancelled' })),
  )
  const { numAffectedRows } = await sql`
    update review_requests
    set state = 'cancelled', state_reason = ${reason}, waiting_since = null
    where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds')
      and (${tenantId}::uuid is null or tenant_id = ${tenantId}::uuid)
      and (${invoiceIds}::uuid[] is null or invoice_id = any(${invoiceIds}::uuid[]))
      and (${requestIds}::uuid[] is null or id = any(${requestIds}::uuid[]))`.execute(trx)
  return Number(numAffectedRows ?? 0) + rows.length
}
