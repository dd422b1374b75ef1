import { stableId, stableNumber } from '../identifiers.ts'
import { daysAgo } from './add-customer.ts'
import type { Invoice, Organisation } from './model/books.ts'
import type { Country } from './model/countries.ts'
import { madeUpCustomer } from './made-up-customer.ts'
import { addContact, addInvoice, newOrganisation } from './write-organisation.ts'

const FAMILIES = ['Raman', 'Dell', 'Haddad', 'Brandt', 'Okafor', 'Tran', 'Kaur', 'Walsh', 'Petrov', 'Singh']
const TRADES = ['Plumbing', 'Roofing', 'Gardens', 'Tiling', 'Carpentry', 'Pest Control', 'Air', 'Fencing']
const CUSTOMERS = 20

/** Plausible books for a tenant id that is not known yet; the same id always gets the same books. */
export const provisionOrganisation = (tenantId: string, now: Date): Organisation => {
  const pick = (list: string[]) => list[stableNumber(list.length, tenantId, ...list)]!
  const name = `${pick(FAMILIES)} ${pick(TRADES)}`
  const organisation = newOrganisation({ tenantId, name, isOffered: false }, now)
  addNewcomers(organisation, CUSTOMERS, now)
  return organisation
}

/**
 * That many customers whom the organisation did not have before, each with an invoice to be paid, and the first `twice`
 * of them with a second one, which shows what a STOP or the cooldown does. Returns the first ones.
 */
export const addNewcomers = (
  organisation: Organisation,
  count: number,
  now: Date,
  { twice = 0 }: { twice?: number } = {},
): Invoice[] => {
  const { tenantId, country, contacts } = organisation
  const known = contacts.size
  const indexes = Array.from({ length: count }, (_, step) => known + step)
  for (const index of indexes) {
    const contactId = customerId(tenantId, index)
    addContact(organisation, { contactId, ...madeUpCustomer(tenantId, country as Country, index) }, now)
  }
  for (const index of indexes.slice(0, twice)) addJob(organisation, index, 'second invoice', now)
  return indexes.map((index) => addJob(organisation, index, 'invoice', now))
}

const customerId = (tenantId: string, index: number): string => stableId(tenantId, 'newcomer', String(index))

const addJob = (organisation: Organisation, index: number, what: string, now: Date): Invoice => {
  const { tenantId } = organisation
  return addInvoice(
    organisation,
    {
      invoiceId: stableId(tenantId, `newcomer ${what}`, String(index)),
      contactId: customerId(tenantId, index),
      totalCents: 8_800 + stableNumber(90_000, tenantId, what === 'invoice' ? 'total' : what, String(index)),
      date: daysAgo(organisation, 0, now),
    },
    now,
  )
}
