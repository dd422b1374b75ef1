import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { isFixable, type SkipReason } from './review-request-rules.ts'

type Why = { reason: SkipReason; rest: object; contactId?: string | undefined }

/**
 * A text that was decided and waits is cancelled after all. Where another correction of its contact can turn it, or the
 * text for which its customer is left in peace not go, its invoice is skipped: it is decided anew then. False where
 * nothing waited.
 */
export const endDecided = async (
  trx: TenantTrx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  { id, invoiceId }: { id: string; invoiceId: string },
  { reason, rest, contactId }: Why,
): Promise<boolean> => {
  if ((await cancelRequests(trx, businessId, reason, { requestIds: [id] })) === 0) return false
  if (!isFixable(reason) && reason !== 'cooldown') return true
  await sql`
    update decisions
    set outcome = 'skipped', reason = ${reason}, detail = ${JSON.stringify(rest)}::jsonb,
        contact_id = ${(isFixable(reason) && contactId) || null}
    where business_id = ${businessId} and tenant_id = ${tenantId} and invoice_id = ${invoiceId}`.execute(trx)
  return true
}
