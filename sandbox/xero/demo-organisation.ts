import { localDate } from '../../server/platform/dates.ts'
import { stableId } from '../identifiers.ts'
import type { Books, Organisation } from './books.ts'
import { WHITLOCK_CUSTOMERS, type DemoCustomer } from './demo-customers.ts'
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
      name: 'Rexel Osborne Park',
      isSupplier: true,
      phones: { DEFAULT: { area: '08', number: '9200 0000' } },
    },
    now,
  )

  for (let index = 0; index < PAID; index += 1) addPaid(organisation, ids[index % ids.length]!, index, now)
  for (let index = 0; index < AWAITING; index += 1) {
    addJob(organisation, ids[index % ids.length]!, index, daysAgo(organisation, AWAITING - index, now), now)
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
        number: `RX-8${index}41`,
        totalCents,
        description,
        date,
      },
      now,
    )
  }
  return organisation
}

/** What a new sandbox offers on its consent page. */
export const openingBooks = (books: Books, now: Date): void => {
  for (const organisation of [
    demoOrganisation(now),
    ...OTHERS.map((other) => otherOrganisation(other, now)),
  ]) {
    books.set(organisation.tenantId, organisation)
  }
}

const BILLS: [number, string][] = [
  [84_210, 'Cable and conduit'],
  [31_900, 'Downlights, box of 20'],
  [12_375, 'Safety switches'],
]

type Other = {
  name: string
  country: 'NZ' | 'GB' | 'AU'
  isDemo?: boolean
  customers: DemoCustomer[]
  job: [string, number]
}

const OTHERS: Other[] = [
  {
    name: 'Kōwhai Home Cleaning',
    country: 'NZ',
    job: ['Weekly clean', 14_950],
    customers: [
      { name: 'Mere Tāwhiri', first: 'Mere', last: 'Tāwhiri', mobile: '021 123 4567' },
      { name: 'Anaru Ngāta', first: 'Anaru', last: 'Ngāta', mobile: '+64 20 123 4567' },
      { name: 'Sophie Wilson', first: 'Sophie', last: 'Wilson', mobile: '0210 234 5678' },
      { name: 'Harbour View Motel', mobile: '', landline: ['09', '303 0000'] },
    ],
  },
  {
    name: 'Pennington Plumbing & Heating',
    country: 'GB',
    job: ['Boiler service', 9_600],
    customers: [
      { name: 'Oliver Hughes', first: 'Oliver', last: 'Hughes', mobile: '07400 123456' },
      { name: 'Amelia Clarke', first: 'Amelia', last: 'Clarke', mobile: '+44 (0)7911 123456' },
      { name: 'Siân Rhys', first: 'Siân', last: 'Rhys', mobile: '07457 000123' },
    ],
  },
  {
    name: 'Demo Company (AU)',
    country: 'AU',
    isDemo: true,
    job: ['Golf balls - white single', 5_500],
    customers: [
      { name: 'Bayside Club', mobile: '0491 570 006' },
      { name: 'Ridgeway University', mobile: '0491 570 156' },
    ],
  },
]

const otherOrganisation = (
  { name, country, isDemo = false, customers, job }: Other,
  now: Date,
): Organisation => {
  const tenantId = stableId('organisation', name)
  const organisation = newOrganisation({ tenantId, name, country, isDemo }, now)
  for (const [index, customer] of customers.entries()) {
    const contactId = addCustomer(organisation, customer, now)
    const date = daysAgo(organisation, 2 + index, now)
    const [description, totalCents] = job
    addInvoice(
      organisation,
      { invoiceId: stableId(tenantId, 'invoice', String(index)), contactId, description, totalCents, date },
      now,
    )
  }
  return organisation
}

const addCustomer = (organisation: Organisation, customer: DemoCustomer, now: Date): string => {
  const { name, first, last, email, mobile, landline, phone } = customer
  const contactId = stableId(organisation.tenantId, 'contact', name)
  addContact(
    organisation,
    {
      contactId,
      name,
      ...(first === undefined ? {} : { firstName: first }),
      ...(last === undefined ? {} : { lastName: last }),
      ...(email === undefined ? {} : { email }),
      phones: {
        ...(landline ? { DEFAULT: { area: landline[0], number: landline[1] } } : {}),
        MOBILE: phone ?? { number: mobile ?? '' },
      },
    },
    now,
  )
  return contactId
}

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

const daysAgo = (organisation: Organisation, days: number, now: Date): string =>
  localDate(new Date(now.getTime() - days * DAY_MS), organisation.timeZone)
