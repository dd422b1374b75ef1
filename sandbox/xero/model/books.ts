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
  /** Contact groups that it is in. */
  groupIds?: string[]
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
  /** That of the organisation, unless given. */
  currency?: string
  /** The tracking option of its line. */
  trackingId?: string
  date: string
  dueDate: string
  settlements: Settlement[]
  updatedAt: number
  /** When it was marked as paid in the sandbox, and whether a webhook was sent for it. */
  marked?: { at: number; isAnnounced: boolean }
}

export type ContactGroup = { id: string; name: string }
export type TrackingOption = { id: string; name: string }
export type TrackingCategory = { id: string; name: string; options: TrackingOption[] }

/** What Xero says about an organisation. */
export type OrganisationFacts = {
  tenantId: string
  name: string
  country: string
  currency: string
  /** The time zone in Xero's own spelling. */
  xeroTimeZone: string
  isDemo: boolean
  shortCode: string
  createdAt: number
  contactGroups?: ContactGroup[]
  trackingCategories?: TrackingCategory[]
}

/** Reading needs no more than this, so that the bench can compute what the sandbox keeps in maps. */
export type Shelf<Item> = { get: (id: string) => Item | undefined; values: () => Iterable<Item> }

/** An organisation whose invoices and contacts can be read. */
export type ReadableOrganisation = OrganisationFacts & { contacts: Shelf<Contact>; invoices: Shelf<Invoice> }

/** An organisation of the sandbox, which is written to as well. */
export type Organisation = OrganisationFacts & {
  /** IANA; `xeroTimeZone` is the same in Xero's spelling. */
  timeZone: string
  /** Shown on the consent page; an organisation made for a seeded token is not. */
  isOffered: boolean
  nextInvoiceNumber: number
  contacts: Map<string, Contact>
  invoices: Map<string, Invoice>
}

export const paidCents = (invoice: Invoice): number => sumOf(invoice, ['payment'])

export const creditedCents = (invoice: Invoice): number =>
  sumOf(invoice, ['credit-note', 'overpayment', 'prepayment'])

export const dueCents = (invoice: Invoice): number =>
  invoice.totalCents - paidCents(invoice) - creditedCents(invoice)

const sumOf = (invoice: Invoice, kinds: Settlement['kind'][]): number =>
  invoice.settlements
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
