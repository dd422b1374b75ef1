import { stableId } from '../identifiers.ts'
import { addCustomer, daysAgo } from './add-customer.ts'
import type { Books } from './books.ts'
import type { Organisation } from './model/books.ts'
import type { DemoCustomer } from './demo/demo-customers.ts'
import { askedOrganisation } from './demo/asked-organisation.ts'
import { busyOrganisation } from './demo/busy-organisation.ts'
import { demoOrganisation } from './demo/demo-organisation.ts'
import { addPaidLately } from './paid-lately.ts'
import { addInvoice, newOrganisation } from './write-organisation.ts'

/** What a new sandbox offers on its consent page. */
export const openingBooks = (books: Books, now: Date): void => {
  for (const organisation of [
    demoOrganisation(now),
    ...OTHERS.map((other) => otherOrganisation(other, now)),
    busyOrganisation(now),
    askedOrganisation(now),
  ]) {
    books.set(organisation.tenantId, organisation)
  }
}

/** This many customers have a second invoice, which shows what a STOP or the cooldown does. */
const TWICE = 2

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
      { name: 'Bayside Club', mobile: '0491 576 398' },
      { name: 'Ridgeway University', mobile: '0491 577 426' },
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
    for (const what of index < TWICE ? ['invoice', 'second invoice'] : ['invoice']) {
      const invoiceId = stableId(tenantId, what, String(index))
      addInvoice(organisation, { invoiceId, contactId, description, totalCents, date }, now)
    }
  }
  addPaidLately(organisation, job, now)
  return organisation
}
