import { sql } from 'kysely'
import type { Trx } from '../database.ts'

/** The one reason that a later payment undoes. */
export const NO_LONGER_PAID = 'no_longer_paid'

/** Texts that have not been handed to the gateway and whose invoice is no longer paid are called off. */
export const cancelReversedRequests = async (
  trx: Trx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
): Promise<void> => {
  if (invoiceIds.length === 0) return
  await sql`
    update review_requests
    set state = 'cancelled', state_reason = ${NO_LONGER_PAID}, waiting_since = null
    where business_id = ${businessId} and tenant_id = ${tenantId} and invoice_id = any(${invoiceIds}::uuid[])
      and state in ('scheduled', 'waiting_for_funds')`.execute(trx)
}

/**
 * Everything of this business, or of one of its organisations, that still waits is called off. Nothing is reserved for
 * what waits.
 */
export const cancelPendingRequests = async (
  trx: Trx,
  businessId: string,
  reason: string,
  tenantId: string | null = null,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update review_requests
    set state = 'cancelled', state_reason = ${reason}, waiting_since = null
    where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds')
      and (${tenantId}::uuid is null or tenant_id = ${tenantId}::uuid)`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
