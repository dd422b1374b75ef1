import type { TenantTrx } from '../../database/database.ts'
import type { DecisionMade } from '../../review-requests/deciding/decide-invoices.ts'
import { wakeSender } from '../../review-requests/sending/wake-sender.ts'

export type InvoicePaid = (trx: TenantTrx, businessId: string, decisions: DecisionMade[]) => Promise<void>

/** When an invoice was paid and its text is scheduled, then the business's texts are looked at right away. */
export const invoicePaid: InvoicePaid = async (trx, businessId, decisions) => {
  if (!decisions.some(({ outcome }) => outcome === 'scheduled')) return
  await wakeSender(trx, businessId)
}
