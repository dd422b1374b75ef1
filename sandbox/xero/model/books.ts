export type PhoneType = 'DEFAULT' | 'DDI' | 'FAX' | 'MOBILE'

export type Phone = { type: PhoneType; country: string; area: string; number: string }

export type Contact = {
  contactId: string
  name: string
  firstName?: string
  lastName?: string
  email?: string
  phones: Phone[]
  isArchived: boolean
  isSupplier: boolean
  updatedAt: number
}

export type Settlement = {
  id: string
  kind: 'payment' | 'credit-note' | 'overpayment' | 'prepayment'
  amountCents: number
  /** A day without a time zone: '2026-11-20'. */
  date: string
}

export type InvoiceStatus = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED'

export type Invoice = {
  invoiceId: string
  number: string
  type: 'ACCREC' | 'ACCPAY'
  status: InvoiceStatus
  contactId: string
  description: string
  reference: string
  totalCents: number
  date: string
  dueDate: string
  settlements: Settlement[]
  updatedAt: number
  /** When somebody here marked it as paid, and whether a webhook tells of it. */
  marked?: { at: number; isTold: boolean }
}

export type Organisation = {
  tenantId: string
  name: string
  country: string
  currency: string
  /** IANA; `xeroTimeZone` is the same in Xero's own words. */
  timeZone: string
  xeroTimeZone: string
  isDemo: boolean
  /** Shown on the consent page; books made on the spot for a seed are not. */
  isOffered: boolean
  shortCode: string
  createdAt: number
  nextInvoiceNumber: number
  contacts: Map<string, Contact>
  invoices: Map<string, Invoice>
}

/** Every organisation, by tenant id. */
export type Books = Map<string, Organisation>

export const paidCents = (invoice: Invoice): number => sumOf(invoice, ['payment'])

export const creditedCents = (invoice: Invoice): number =>
  sumOf(invoice, ['credit-note', 'overpayment', 'prepayment'])

export const dueCents = (invoice: Invoice): number =>
  invoice.totalCents - paidCents(invoice) - creditedCents(invoice)

const sumOf = (invoice: Invoice, kinds: Settlement['kind'][]): number =>
  invoice.settlements
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

type SavedOrganisation = Omit<Organisation, 'contacts' | 'invoices'> & {
  contacts: Contact[]
  invoices: Invoice[]
}

export const saveBooks = (books: Books): SavedOrganisation[] =>
  [...books.values()].map((organisation) => ({
    ...organisation,
    contacts: [...organisation.contacts.values()],
    invoices: [...organisation.invoices.values()],
  }))

export const loadBooks = (books: Books, saved: SavedOrganisation[]): void => {
  books.clear()
  for (const organisation of saved) {
    books.set(organisation.tenantId, {
      ...organisation,
      contacts: new Map(organisation.contacts.map((contact) => [contact.contactId, contact])),
      invoices: new Map(organisation.invoices.map((invoice) => [invoice.invoiceId, invoice])),
    })
  }
}
