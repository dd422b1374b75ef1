import type { Trx } from '../database.ts'
import { wake } from '../platform/wakes.ts'
import type { DecisionMade } from '../review-requests/decide-invoices.ts'

export type InvoicePaid = (trx: Trx, businessId: string, decisions: DecisionMade[]) => Promise<void>

/** When an invoice was paid and its text is scheduled, then the business's texts are looked at right away. */
export const invoicePaid: InvoicePaid = async (trx, businessId, decisions) => {
  if (!decisions.some(({ outcome }) => outcome === 'scheduled')) return
  await wakeSender(trx, businessId)
}

/** However many causes: whoever hears it sends all that is due. */
export const wakeSender = (trx: Trx, businessId: string): Promise<void> => wake(trx, `send:${businessId}`)
