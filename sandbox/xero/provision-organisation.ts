import { localDate } from '../../server/platform/dates.ts'
import { stableId, stableNumber } from '../identifiers.ts'
import type { Organisation } from './books.ts'
import { addContact, addInvoice, newOrganisation } from './write-organisation.ts'

const FIRST = ['Priya', 'Marcus', 'Noor', 'Elise', 'Tom', 'Grace', 'Sione', 'Hana', 'Lachlan', 'Mei']
const LAST = ['Raman', 'Dell', 'Haddad', 'Brandt', 'Okafor', 'Tran', 'Kaur', 'Walsh', 'Petrov', 'Singh']
const TRADES = ['Plumbing', 'Roofing', 'Gardens', 'Tiling', 'Carpentry', 'Pest Control', 'Air', 'Fencing']
const CUSTOMERS = 12
const INVOICES = 20

/** Plausible books for a tenant id that nobody has heard of; the same id always gets the same books. */
export const provisionOrganisation = (tenantId: string, now: Date): Organisation => {
  const pick = (list: string[], ...words: string[]) => list[stableNumber(list.length, tenantId, ...words)]!
  const name = `${pick(LAST, 'name')} ${pick(TRADES, 'trade')}`
  const organisation = newOrganisation({ tenantId, name, isOffered: false }, now)
  const firstPhone = stableNumber(8_000, tenantId, 'phones')
  const contacts = Array.from({ length: CUSTOMERS }, (_, index) => {
    const firstName = FIRST[(index + stableNumber(10, tenantId)) % 10]!
    const lastName = pick(LAST, 'customer', String(index))
    const phone = String((firstPhone + index * 37) % 8_000).padStart(4, '0')
    const contactId = stableId(tenantId, 'contact', String(index))
    return addContact(
      organisation,
      {
        contactId,
        name: `${firstName} ${lastName}`,
        firstName,
        lastName,
        mobile: `0491 57${phone.slice(0, 1)} ${phone.slice(1)}`,
      },
      now,
    )
  })
  for (let index = 0; index < INVOICES; index += 1) {
    const contactId = contacts[index % CUSTOMERS]!.contactId
    const date = localDate(new Date(now.getTime() - (5 + index) * 86_400_000), organisation.timeZone)
    const totalCents = 8_800 + stableNumber(90_000, tenantId, 'total', String(index))
    const invoiceId = stableId(tenantId, 'invoice', String(index))
    addInvoice(organisation, { invoiceId, contactId, totalCents, date }, now)
  }
  return organisation
}
