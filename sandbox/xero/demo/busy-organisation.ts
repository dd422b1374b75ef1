import { localDate, MINUTE_MS } from '../../../server/platform/dates.ts'
import { stableId } from '../../identifiers.ts'
import type { Organisation } from '../model/books.ts'
import { addCustomer } from '../add-customer.ts'
import { addNewcomers } from '../provision-organisation.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { addInvoice, newOrganisation } from '../write-organisation.ts'

/** Connected from the start, too: its owner has just reconciled a month of payments. */
export const BUSY_ORGANISATION = {
  tenantId: stableId('organisation', 'Carrick Roofing, Fremantle'),
  name: 'Carrick Roofing',
  country: 'AU' as const,
  timeZone: { iana: 'Australia/Perth', xero: 'WAUSTRALIASTANDARDTIME' },
}
export const BUSY_ACCESS_TOKEN = 'seed-access-busy'
export const BUSY_REFRESH_TOKEN = 'seed-refresh-busy'

const PAID = 74
/** One customer sleeps while the business works. */
const ABROAD = { name: 'Eleanor Whitby', first: 'Eleanor', last: 'Whitby', mobile: '+44 7457 000456' }

/** All of its invoices were marked paid a minute ago. */
export const busyOrganisation = (now: Date): Organisation => {
  const organisation = newOrganisation({ ...BUSY_ORGANISATION, isOffered: false }, now)
  const paidAt = new Date(now.getTime() - MINUTE_MS)
  const date = localDate(paidAt, organisation.timeZone)
  const contactId = addCustomer(organisation, ABROAD, paidAt)
  const invoiceId = stableId(organisation.tenantId, 'invoice', ABROAD.name)
  const abroad = addInvoice(organisation, { invoiceId, contactId, totalCents: 118_000, date }, paidAt)
  for (const invoice of [abroad, ...addNewcomers(organisation, PAID, paidAt)])
    settleInvoice(invoice, { kind: 'payment', date, now: paidAt })
  return organisation
}
