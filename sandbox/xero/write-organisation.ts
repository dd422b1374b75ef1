import { Refusal } from '../../server/platform/errors.ts'
import { localDate } from '../../server/platform/dates.ts'
import { randomUUID } from 'node:crypto'
import { stableId } from '../identifiers.ts'
import type { Contact, Invoice, Organisation, Phone, PhoneType } from './model/books.ts'
import { COUNTRIES, type Country } from './model/countries.ts'

export type NewOrganisation = {
  tenantId?: string
  name: string
  country?: Country
  timeZone?: { iana: string; xero: string }
  isDemo?: boolean
  isOffered?: boolean
}

export const newOrganisation = (wanted: NewOrganisation, now: Date): Organisation => {
  const country = wanted.country ?? 'AU'
  const { currency, iana, xero } = { ...COUNTRIES[country], ...wanted.timeZone }
  return {
    tenantId: wanted.tenantId ?? randomUUID(),
    name: wanted.name,
    country,
    currency,
    timeZone: iana,
    xeroTimeZone: xero,
    isDemo: wanted.isDemo ?? false,
    isOffered: wanted.isOffered ?? true,
    shortCode: `!${wanted.name.replace(/[^A-Za-z]/g, '').slice(0, 5)}`,
    createdAt: now.getTime() - 400 * 86_400_000,
    nextInvoiceNumber: 1001,
    contacts: new Map(),
    invoices: new Map(),
  }
}

export type NewContact = {
  contactId?: string
  name: string
  firstName?: string
  lastName?: string
  email?: string
  mobile?: string
  phones?: Partial<Record<PhoneType, Partial<Omit<Phone, 'type'>>>>
  isSupplier?: boolean
  groupIds?: string[]
}

export const addContact = (organisation: Organisation, wanted: NewContact, now: Date): Contact => {
  const { mobile, phones, ...rest } = wanted
  const contact: Contact = {
    isArchived: false,
    isSupplier: false,
    ...rest,
    contactId: wanted.contactId ?? randomUUID(),
    phones: fourPhones({ ...phones, ...(mobile === undefined ? {} : { MOBILE: { number: mobile } }) }),
    updatedAt: now.getTime(),
  }
  organisation.contacts.set(contact.contactId, contact)
  return contact
}

export const editPhone = (contact: Contact, type: PhoneType, phone: Partial<Phone>, now: Date): void => {
  contact.phones = contact.phones.map((one) =>
    one.type === type ? { type, country: '', area: '', number: '', ...phone } : one,
  )
  contact.updatedAt = Math.max(now.getTime(), contact.updatedAt + 1)
}

export type NewInvoice = {
  invoiceId?: string
  number?: string
  contactId: string
  totalCents: number
  type?: Invoice['type']
  status?: Invoice['status']
  description?: string
  reference?: string
  currency?: string
  trackingId?: string
  date?: string
  dueDate?: string
}

export const addInvoice = (organisation: Organisation, wanted: NewInvoice, now: Date): Invoice => {
  if (!organisation.contacts.has(wanted.contactId)) {
    throw new Refusal('no-contact', 404, 'There is no such contact in this organisation.')
  }
  const date = wanted.date ?? localDate(now, organisation.timeZone)
  const invoice: Invoice = {
    type: 'ACCREC',
    status: 'AUTHORISED',
    description: 'Work done',
    reference: '',
    dueDate: date,
    ...wanted,
    date,
    invoiceId: wanted.invoiceId ?? randomUUID(),
    number: wanted.number ?? `INV-${organisation.nextInvoiceNumber}`,
    settlements: [],
    updatedAt: now.getTime(),
  }
  organisation.nextInvoiceNumber += 1
  organisation.invoices.set(invoice.invoiceId, invoice)
  return invoice
}

/** Returns its id, which is always the same for the same name. */
export const addContactGroup = (organisation: Organisation, name: string): string => {
  const id = stableId(organisation.tenantId, 'contact group', name)
  organisation.contactGroups = [
    ...(organisation.contactGroups ?? []).filter((group) => group.id !== id),
    { id, name },
  ]
  return id
}

/** Returns the ids of its options. */
export const addTrackingCategory = (
  organisation: Organisation,
  name: string,
  options: string[],
): string[] => {
  const made = {
    id: stableId(organisation.tenantId, 'tracking', name),
    name,
    options: options.map((option) => ({
      id: stableId(organisation.tenantId, 'tracking', name, option),
      name: option,
    })),
  }
  organisation.trackingCategories = [
    ...(organisation.trackingCategories ?? []).filter(({ id }) => id !== made.id),
    made,
  ]
  return made.options.map(({ id }) => id)
}

const TYPES: PhoneType[] = ['DEFAULT', 'DDI', 'FAX', 'MOBILE']

/** Xero always lists its four slots, mostly empty. */
const fourPhones = (given: NonNullable<NewContact['phones']>): Phone[] =>
  TYPES.map((type) => ({ country: '', area: '', number: '', ...given[type], type }))
