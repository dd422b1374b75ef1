import { withContacts } from '../../../server/invoices/fetch-invoices.ts'
import { createContactReader } from '../../../server/invoices/contact-reader.ts'
import type { XeroInvoice } from '../../../server/integrations/xero/xero-types.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

type Session = { accessToken: string; tenantId: string }

/** Everything that is paid, in the order in which it was, each with its whole contact. */
export const listPaid = async ({ xero }: Parts, session: Session): Promise<XeroInvoice[]> => {
  const { body } = await xero.paidInvoices(session, {})
  const { invoices } = await withContacts(createContactReader(xero), session, body.items)
  return invoices
}

/** As the sync hands it on. */
export const found = (invoice: XeroInvoice) => ({ invoice, correlationId: `demo:${invoice.invoiceId}` })
