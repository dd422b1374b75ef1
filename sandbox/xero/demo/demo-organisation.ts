import { localDate } from '../../../server/platform/dates.ts'
import { stableId } from '../../identifiers.ts'
import { addCustomer, daysAgo } from '../add-customer.ts'
import type { Organisation } from '../model/books.ts'
import { WHITLOCK_CUSTOMERS } from './demo-customers.ts'
import { JOBS } from './demo-jobs.ts'
import { WORK } from './past-customers.ts'
import { pastJobs, type PastJob } from './past-jobs.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { addContact, addInvoice, addTrackingCategory, newOrganisation } from '../write-organisation.ts'

/** The organisation that the demo business is connected to from the start. */
export const DEMO_ORGANISATION = {
  tenantId: stableId('organisation', 'Whitlock Electrical'),
  name: 'Whitlock Electrical',
  country: 'AU' as const,
  timeZone: { iana: 'Australia/Perth', xero: 'WAUSTRALIASTANDARDTIME' },
}
export const DEMO_ACCESS_TOKEN = 'seed-access-demo'
export const DEMO_REFRESH_TOKEN = 'seed-refresh-demo'

const DAY_MS = 86_400_000
const AWAITING = 40
const PAID = 14
/** Before the demo business began to use the product. */
const LONG_AGO_DAYS = 50

/** Whitlock Electrical: 40 invoices to be paid, some bills, six weeks of paid ones, and some from before that. */
export const demoOrganisation = (now: Date): Organisation => {
  const organisation = newOrganisation(DEMO_ORGANISATION, now)
  organisation.nextInvoiceNumber = 2001
  addTrackingCategory(organisation, 'Work', [...WORK])
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
  const awaiting = Array.from({ length: AWAITING }, (_, index): PastJob => {
    const date = daysAgo(organisation, index, now)
    return { date, add: () => addJob(organisation, ids[index % ids.length]!, index, date, now) }
  })
  for (const job of [...awaiting, ...pastJobs(organisation, now)].toSorted(byDate)) job.add()
  for (const [index, [totalCents, description]] of BILLS.entries()) {
    const bill = { supplierId: supplier.contactId, totalCents, description }
    addBill(organisation, index, { ...bill, daysOld: 3 + index * 4 }, now)
  }
  for (const [index, [totalCents, description]] of PAID_BILLS.entries()) {
    const paidAt = new Date(now.getTime() - (13 + index * 14) * DAY_MS)
    const bill = { supplierId: supplier.contactId, totalCents, description, daysOld: 6 }
    const paid = addBill(organisation, BILLS.length + index, bill, paidAt)
    settleInvoice(paid, { kind: 'payment', date: localDate(paidAt, organisation.timeZone), now: paidAt })
  }
  return organisation
}

const byDate = (one: PastJob, other: PastJob): number => Date.parse(one.date) - Date.parse(other.date)

const BILLS: [number, string][] = [
  [84_210, 'Cable and conduit'],
  [31_900, 'Downlights, box of 20'],
  [12_375, 'Safety switches'],
]
const PAID_BILLS: [number, string][] = [
  [46_750, 'Switchboard, 24 poles'],
  [128_900, 'EV charger, 22 kW'],
]

type Bill = { supplierId: string; totalCents: number; description: string; daysOld: number }

const addBill = (
  organisation: Organisation,
  index: number,
  { supplierId: contactId, daysOld, ...rest }: Bill,
  now: Date,
) =>
  addInvoice(
    organisation,
    {
      invoiceId: stableId('bill', String(index)),
      contactId,
      type: 'ACCPAY',
      number: `OP-8${index}41`,
      date: daysAgo(organisation, daysOld, now),
      ...rest,
    },
    now,
  )

const addJob = (organisation: Organisation, contactId: string, index: number, date: string, now: Date) => {
  const [description, totalCents] = JOBS[index % JOBS.length]!
  const invoiceId = stableId(organisation.tenantId, 'invoice', String(index))
  const dueDate = date
  return addInvoice(organisation, { invoiceId, contactId, description, totalCents, date, dueDate }, now)
}

const addPaid = (organisation: Organisation, contactId: string, index: number, now: Date): void => {
  const paidAt = new Date(now.getTime() - (LONG_AGO_DAYS + index * 2) * DAY_MS)
  const date = daysAgo(organisation, LONG_AGO_DAYS + 14 + index * 2, now)
  const invoice = addJob(organisation, contactId, 100 + index, date, paidAt)
  settleInvoice(invoice, { kind: 'payment', date: localDate(paidAt, organisation.timeZone), now: paidAt })
}

const customerId = (name: string): string => stableId(DEMO_ORGANISATION.tenantId, 'contact', name)
