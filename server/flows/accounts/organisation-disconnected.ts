import type { TenantTrx } from '../../database/database.ts'
import { cancelPendingRequests } from '../../review-requests/sending/cancel-review-requests.ts'

/** When an organisation is let go, then its waiting texts are cancelled: their invoices cannot be read again. */
export const organisationDisconnected = (
  trx: TenantTrx,
  businessId: string,
  tenantId: string,
): Promise<number> => cancelPendingRequests(trx, businessId, 'xero_disconnected', tenantId)
