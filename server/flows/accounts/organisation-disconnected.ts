import type { TenantTrx } from '../../database/database.ts'
import { cancelRequests } from '../../review-requests/life/end-requests.ts'

/** When an organisation is disconnected, then its waiting texts are cancelled: their invoices cannot be read again. */
export const organisationDisconnected = (
  trx: TenantTrx,
  businessId: string,
  tenantId: string,
): Promise<number> => cancelRequests(trx, businessId, 'xero_disconnected', { tenantId })
