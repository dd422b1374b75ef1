import { localDate } from '../../server/platform/dates.ts'
import { stableId } from '../identifiers.ts'
import { addCustomer, daysAgo } from './add-customer.ts'
import type { Organisation } from './books.ts'
import { WHITLOCK_CUSTOMERS } from './demo-customers.ts'
import { settleInvoice } from './settle-invoice.ts'
import { addContact, addInvoice, newOrganisation } from './write-organisation.ts'

/** The organisation that the demo business is connected to from the start. */
export const DEMO_ORGANISATION = {
  tenantId: stableId('organisation', 'Whitlock Electrical'),
  name: 'Whitlock Electrical',
  country: 'AU' as const,
  timeZone: { iana: 'Australia/Perth', xero: 'WAUSTRALIASTANDARDTIME' },
}
export const DEMO_ACCESS_TOKEN = 'seed-access-demo'
export const DEMO_REFRESH_TOKEN = 'seed-refresh-demo'

const JOBS = [
  ['Switchboard upgrade', 148_500],
  ['Safety switch and test', 32_450],
  ['Downlights, supply and fit', 68_200],
  ['Ceiling fan, bedroom', 24_750],
  ['Oven circuit', 41_800],
  ['Smoke alarms, whole house', 52_800],
  ['Fault finding, 2 hours', 27_500],
  ['EV charger, garage', 196_900],
  ['Outdoor power point', 19_800],
] as const

const DAY_MS = 86_400_000
const AWAITING = 40
const PAID = 14

/** Whitlock Electrical: 40 invoices to be paid, some bills, and some that were paid weeks ago. */
export const demoOrganisation = (now: Date): Organisation => {
  const organisation = newOrganisation(DEMO_ORGANISATION, now)
  organisation.nextInvoiceNumber = 2001
  const ids = WHITLOCK_CUSTOMERS.map((customer) => addCustomer(organisation, customer, now))
  const supplier = addContact(
    organisation,
    {
      contactId: customerId('supplier'),
      name: 'Osborne Park Cable Supplies',
      isSupplier: true,
      phones: { DEFAULT: { area: '08', number: '9200 0000' } },
    },
    now,
  )

  for (let index = PAID - 1; index >= 0; index -= 1) addPaid(organisation, ids[index]!, index, now)
  for (let index = AWAITING - 1; index >= 0; index -= 1) {
    addJob(organisation, ids[index % ids.length]!, index, daysAgo(organisation, index, now), now)
  }
  for (const [index, [totalCents, description]] of BILLS.entries()) {
    const date = daysAgo(organisation, 3 + index * 4, now)
    const invoiceId = stableId('bill', String(index))
    addInvoice(
      organisation,
      {
        invoiceId,
        contactId: supplier.contactId,
        type: 'ACCPAY',
        number: `OP-8${index}41`,
        totalCents,
        description,
        date,
      },
      now,
    )
  }
  return organisation
}

const BILLS: [number, string][] = [
  [84_210, 'Cable and conduit'],
  [31_900, 'Downlights, box of 20'],
  [12_375, 'Safety switches'],
]

const addJob = (organisation: Organisation, contactId: string, index: number, date: string, now: Date) => {
  const [description, totalCents] = JOBS[index % JOBS.length]!
  const invoiceId = stableId(organisation.tenantId, 'invoice', String(index))
  const dueDate = date
  return addInvoice(organisation, { invoiceId, contactId, description, totalCents, date, dueDate }, now)
}

const addPaid = (organisation: Organisation, contactId: string, index: number, now: Date): void => {
  const paidAt = new Date(now.getTime() - (16 + index * 2) * DAY_MS)
  const date = daysAgo(organisation, 30 + index * 2, now)
  const invoice = addJob(organisation, contactId, 100 + index, date, paidAt)
  settleInvoice(invoice, { kind: 'payment', date: localDate(paidAt, organisation.timeZone), now: paidAt })
}

const customerId = (name: string): string => stableId(DEMO_ORGANISATION.tenantId, 'contact', name)
