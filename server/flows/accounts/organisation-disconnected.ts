import type { TenantTrx } from '../../database/database.ts'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'
import { cancelRequests, XERO_DISCONNECTED } from '../../review-requests/life/end-requests.ts'

/**
 * When an organisation is disconnected, then its waiting texts are cancelled: their invoices cannot be read again. The
 * lock is that of every sync, which takes it before the organisation.
 */
export const organisationDisconnected = async (
  trx: TenantTrx,
  businessId: string,
  tenantId: string,
): Promise<void> => {
  await lockDecisions(trx, businessId)
  await cancelRequests(trx, businessId, XERO_DISCONNECTED, { tenantId })
}
