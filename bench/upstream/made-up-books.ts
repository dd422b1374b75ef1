import type { Contact, Invoice, ReadableOrganisation } from '../../sandbox/xero/model/books.ts'

type Paid = { id: string; updatedAt: number }

export type MadeUpBooks = ReturnType<typeof createMadeUpBooks>

/** Every organisation has every invoice, paid today; a sweep finds only those that `pay` has named. */
export const createMadeUpBooks = () => {
  let paid = new Map<string, Paid[]>()

  return {
    reset: () => {
      paid = new Map()
    },
    pay: (tenantId: string, ids: string[], updatedAt: number) => {
      const list = paid.get(tenantId) ?? []
      for (const id of ids) list.push({ id, updatedAt })
      paid.set(tenantId, list)
    },
    organisation: (tenantId: string, now: number): ReadableOrganisation => ({
      tenantId,
      name: `Bench ${tenantId.slice(0, 8)}`,
      country: 'AU',
      currency: 'AUD',
      xeroTimeZone: 'AUSEASTERNSTANDARDTIME',
      isDemo: false,
      shortCode: '!bench',
      createdAt: now,
      contacts: { get: (id) => contact(id, now), values: () => [] },
      invoices: {
        get: (id) => invoice(id, now),
        values: () => (paid.get(tenantId) ?? []).map(({ id, updatedAt }) => invoice(id, updatedAt)),
      },
    }),
  }
}

const TOTAL_CENTS = 10_000

const invoice = (id: string, updatedAt: number): Invoice => {
  const date = new Date(updatedAt).toISOString().slice(0, 10)
  return {
    invoiceId: id,
    number: `INV-${countOf(id)}`,
    type: 'ACCREC',
    status: 'PAID',
    contactId: contactId(id),
    description: 'Switchboard upgrade',
    reference: '',
    totalCents: TOTAL_CENTS,
    date,
    dueDate: date,
    settlements: [{ id: `9a1d0000${id.slice(8)}`, kind: 'payment', amountCents: TOTAL_CENTS, date }],
    updatedAt,
  }
}

const contact = (id: string, updatedAt: number): Contact => ({
  contactId: id,
  name: `Customer ${countOf(id)}`,
  firstName: 'Sam',
  lastName: 'Ng',
  phones: [
    { type: 'DEFAULT', country: '', area: '', number: '' },
    { type: 'DDI', country: '', area: '', number: '' },
    { type: 'FAX', country: '', area: '', number: '' },
    { type: 'MOBILE', country: '61', area: '', number: mobileOf(id) },
  ],
  isArchived: false,
  isSupplier: false,
  updatedAt,
})

/** The harness counts its invoices: the count is the last twelve digits of the id. They are in no order, as Xero's. */
export const invoiceId = (count: number): string => {
  const mixed = (Math.imul(count, GOLDEN_BITS) >>> 0).toString(16).padStart(8, '0')
  return `${mixed}-${mixed.slice(4)}-4000-8000-${count.toString(16).padStart(12, '0')}`
}

/** The golden ratio of 32 bits: successive products are far from each other. */
const GOLDEN_BITS = 0x9e37_79b1

/** Of the customer who paid it. */
export const phoneOf = (count: number): string => `+61${mobileOf(invoiceId(count))}`

const countOf = (id: string): number => Number.parseInt(id.slice(-12), 16) || 0

const contactId = (id: string): string => `c0471ac7${id.slice(8)}`

const MOBILES = 40_000_000

/** +61400000000 to +61439999999: each one a valid Australian mobile, and a different one for each invoice. */
const mobileOf = (id: string): string => `4${String(countOf(id) % MOBILES).padStart(8, '0')}`
