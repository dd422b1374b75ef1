import { z } from 'zod'
import { notBlank } from '../../platform/not-blank-rules.ts'
import { readXeroDay, readXeroInstant } from './xero-dates.ts'
import { unexpectedShape } from './xero-failures.ts'
import type { XeroContact, XeroInvoice, XeroList, XeroPhone } from './xero-types.ts'

/** Longer than any name or number that Xero takes itself; the database keeps no more. */
const LONGEST = 500

/** Only what we use: an answer holds a thousand invoices, and checking other fields would cost time. */
export const text = z
  .string()
  .transform((words) => words.slice(0, LONGEST).toWellFormed().replaceAll('\0', ''))
  .nullish()
/** Of a customer or an organisation: none where it is only spaces. */
export const name = text.transform((typed) => notBlank(typed) ?? undefined)
const amount = z.number().nullish()
const list = z.array(z.unknown()).nullish()
const phoneTypes = ['DEFAULT', 'DDI', 'FAX', 'MOBILE', 'OFFICE'] as const

const phone = z.object({
  PhoneType: z.enum(phoneTypes).catch('DEFAULT'),
  PhoneCountryCode: text,
  PhoneAreaCode: text,
  PhoneNumber: text,
})

/** One that cannot be read is left out: the invoice is read all the same. */
const ids = <Key extends string>(key: Key) =>
  z
    .array(
      z
        .object({ [key]: z.guid() } as Record<Key, z.ZodGUID>)
        .nullish()
        .catch(undefined),
    )
    .nullish()
    .catch(undefined)

const contact = z.object({
  ContactID: z.string(),
  Name: name,
  FirstName: name,
  LastName: name,
  EmailAddress: text,
  Phones: z.array(phone).nullish(),
  ContactGroups: ids('ContactGroupID'),
})

const invoice = z.object({
  InvoiceID: z.guid(),
  InvoiceNumber: text,
  Reference: text,
  Type: z.string(),
  Status: z.string(),
  CurrencyCode: text,
  Total: amount,
  AmountDue: amount,
  AmountPaid: amount,
  AmountCredited: amount,
  Prepayments: list,
  Overpayments: list,
  FullyPaidOnDate: text,
  UpdatedDateUTC: text,
  UpdatedDateUTCString: text,
  LineItems: z
    .array(z.object({ Tracking: ids('TrackingOptionID') }))
    .nullish()
    .catch(undefined),
  Contact: contact.nullish(),
})

export const invoicesSchema = z.object({
  Invoices: z.array(z.unknown()),
  pagination: z.object({ pageCount: z.number().int().nullish() }).nullish(),
})

export const contactsSchema = z.object({ Contacts: z.array(contact) })

export const contactGroupsSchema = z.object({
  ContactGroups: z.array(z.object({ ContactGroupID: z.guid(), Name: text })),
})

export const trackingSchema = z.object({
  TrackingCategories: z.array(
    z.object({
      Name: text,
      Options: z.array(z.object({ TrackingOptionID: z.guid(), Name: text, Status: text })).nullish(),
    }),
  ),
})

/** One that was asked for alone: a contact without phones there has none. Throws VendorFailure. */
export const readInvoice = (document: unknown): XeroInvoice => {
  const { success, data, error } = invoice.safeParse(document)
  if (!success) throw unexpectedShape(error)
  return { ...toInvoice(data), contact: data.Contact ? toContact(data.Contact) : undefined }
}

/** Each by itself, so that one that is not as Xero describes it hides no other. */
export const readInvoices = (documents: unknown[]): XeroList<XeroInvoice> => {
  const list: XeroList<XeroInvoice> = { items: [], unreadable: [] }
  for (const document of documents) {
    const { success, data, error } = invoice.safeParse(document)
    if (success) list.items.push(toInvoice(data))
    else list.unreadable.push({ id: idOf(document), cause: unexpectedShape(error) })
  }
  return list
}

const idOf = (document: unknown): string | undefined =>
  invoice.pick({ InvoiceID: true }).safeParse(document).data?.InvoiceID.toLowerCase()

const toInvoice = (from: z.infer<typeof invoice>): XeroInvoice => {
  const due = from.AmountDue ?? 0
  const paid = from.AmountPaid ?? 0
  const credited = from.AmountCredited ?? 0
  return {
    invoiceId: from.InvoiceID.toLowerCase(),
    number: from.InvoiceNumber || undefined,
    reference: from.Reference || undefined,
    type: from.Type,
    status: from.Status,
    currency: from.CurrencyCode || undefined,
    total: from.Total ?? due + paid + credited,
    amountDue: due,
    amountPaid: paid,
    amountCredited: credited,
    hasPrepaidMoney: Boolean(from.Prepayments?.length || from.Overpayments?.length),
    paidOn: from.FullyPaidOnDate ? readXeroDay(from.FullyPaidOnDate) : undefined,
    updatedAt: readXeroInstant(from.UpdatedDateUTC ?? from.UpdatedDateUTCString ?? '') ?? new Date(0),
    trackingIds: distinct(
      from.LineItems?.flatMap(({ Tracking }) => Tracking ?? []),
      'TrackingOptionID',
    ),
    contactId: from.Contact?.ContactID.toLowerCase(),
    contactName: from.Contact?.Name,
    contact: from.Contact?.Phones?.length ? toContact(from.Contact) : undefined,
  }
}

/** A parsed contact as ours: ids in small letters, no address as undefined, each group once. */
export const toContact = (from: z.infer<typeof contact>): XeroContact => ({
  contactId: from.ContactID.toLowerCase(),
  name: from.Name,
  firstName: from.FirstName,
  lastName: from.LastName,
  email: from.EmailAddress || undefined,
  phones: (from.Phones ?? []).map(toPhone),
  groupIds: distinct(from.ContactGroups ?? [], 'ContactGroupID'),
})

const distinct = <Key extends string>(
  labels: (Record<Key, string> | null | undefined)[] | undefined,
  key: Key,
): string[] => [...new Set(labels?.flatMap((label) => (label ? [label[key].toLowerCase()] : [])))]

const toPhone = (from: z.infer<typeof phone>): XeroPhone => ({
  type: from.PhoneType,
  countryCode: from.PhoneCountryCode ?? '',
  areaCode: from.PhoneAreaCode ?? '',
  number: from.PhoneNumber ?? '',
})
