import type { Trx } from '../database.ts'
import { enqueue } from '../platform/jobs.ts'
import type { DecisionMade } from '../review-requests/decide-invoices.ts'

export type InvoicePaid = (trx: Trx, businessId: string, decisions: DecisionMade[]) => Promise<void>

/** When an invoice was paid and its text is scheduled, then the business's texts are looked at right away. */
export const invoicePaid: InvoicePaid = async (trx, businessId, decisions) => {
  if (!decisions.some(({ outcome }) => outcome === 'scheduled')) return
  await wakeSender(trx, businessId)
}

/** One job per business, however many causes: it sends all that is due. */
export const wakeSender = (trx: Trx, businessId: string): Promise<void> =>
  enqueue(trx, 'send-review-requests', { businessId }, { key: `send:${businessId}` })
