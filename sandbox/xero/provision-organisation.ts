import { stableId, stableNumber } from '../identifiers.ts'
import { daysAgo } from './add-customer.ts'
import type { Invoice, Organisation } from './books.ts'
import type { Country } from './countries.ts'
import { madeUpCustomer } from './made-up-customer.ts'
import { addContact, addInvoice, newOrganisation } from './write-organisation.ts'

const FAMILIES = ['Raman', 'Dell', 'Haddad', 'Brandt', 'Okafor', 'Tran', 'Kaur', 'Walsh', 'Petrov', 'Singh']
const TRADES = ['Plumbing', 'Roofing', 'Gardens', 'Tiling', 'Carpentry', 'Pest Control', 'Air', 'Fencing']
const CUSTOMERS = 20

/** Plausible books for a tenant id that nobody has heard of; the same id always gets the same books. */
export const provisionOrganisation = (tenantId: string, now: Date): Organisation => {
  const pick = (list: string[]) => list[stableNumber(list.length, tenantId, ...list)]!
  const name = `${pick(FAMILIES)} ${pick(TRADES)}`
  const organisation = newOrganisation({ tenantId, name, isOffered: false }, now)
  addNewcomers(organisation, CUSTOMERS, now)
  return organisation
}

/** That many customers whom the organisation did not have before, each with an invoice to be paid. */
export const addNewcomers = (organisation: Organisation, count: number, now: Date): Invoice[] => {
  const { tenantId, country, contacts } = organisation
  const known = contacts.size
  return Array.from({ length: count }, (_, step) => {
    const index = known + step
    const contactId = stableId(tenantId, 'newcomer', String(index))
    addContact(organisation, { contactId, ...madeUpCustomer(tenantId, country as Country, index) }, now)
    const totalCents = 8_800 + stableNumber(90_000, tenantId, 'total', String(index))
    const invoiceId = stableId(tenantId, 'newcomer invoice', String(index))
    return addInvoice(
      organisation,
      { invoiceId, contactId, totalCents, date: daysAgo(organisation, 0, now) },
      now,
    )
  })
}
