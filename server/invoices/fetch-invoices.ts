import { MAX_IDS } from '../integrations/xero/xero-accounting.ts'
import type { Xero } from '../integrations/xero/xero.ts'
import type {
  UnreadableDocument,
  XeroInvoice,
  XeroLimits,
  XeroSession,
} from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { UNEXPECTED_SHAPE } from '../platform/postgres/work/inbox.ts'
import { createContactReader, type ContactReader } from './contact-reader.ts'

/** Invoices, and at most as many contacts, that one call of Xero returns. */
export const BATCH_SIZE = MAX_IDS
const SINGLES = 2

export type FetchedInvoices = {
  invoices: XeroInvoice[]
  limits: XeroLimits | undefined
  /** Fetched by itself, with all of its fields. */
  areWhole: boolean
}

/** Calls of Xero that `fetchInvoices` makes at most for a batch of this size. */
export const callsFor = (count: number): number => (count <= SINGLES ? count : 2)

/**
 * At most 40 invoices; those that a text may go to have their contact. One or two are fetched one by one: such an
 * answer has the whole contact, a list does not and needs a second call. What cannot be read fails no other.
 */
export const fetchInvoices = async (
  xero: Xero,
  session: XeroSession,
  invoiceIds: string[],
  contactReader = createContactReader(xero),
): Promise<FetchedInvoices & { unreadable: UnreadableDocument[] }> => {
  if (invoiceIds.length <= SINGLES) {
    const answers = await Promise.all(invoiceIds.map((id) => fetchOne(xero, session, id)))
    return {
      invoices: answers.flatMap(({ invoice }) => (invoice ? [invoice] : [])),
      unreadable: answers.flatMap(({ unreadable }) => (unreadable ? [unreadable] : [])),
      limits: answers.findLast(({ limits }) => limits)?.limits,
      areWhole: true,
    }
  }
  const { body, limits } = await xero.invoices(session, invoiceIds)
  const listed = await withContacts(contactReader, session, body.items)
  return { ...listed, limits: listed.limits ?? limits, unreadable: body.unreadable }
}

type FetchedOne = { invoice?: XeroInvoice; unreadable?: UnreadableDocument; limits?: XeroLimits }

const fetchOne = async (xero: Xero, session: XeroSession, id: string): Promise<FetchedOne> => {
  try {
    const { body, limits } = await xero.invoice(session, id)
    return { ...(body ? { invoice: body } : {}), limits }
  } catch (cause) {
    if (!(cause instanceof VendorFailure && cause.code === UNEXPECTED_SHAPE)) throw cause
    return { unreadable: { id, cause } }
  }
}

/** Adds the whole contact to each paid sales invoice that lacks it; `limits` only where that made a call. */
export const withContacts = async (
  contactReader: ContactReader,
  session: XeroSession,
  invoices: XeroInvoice[],
): Promise<FetchedInvoices> => {
  const wanted = new Set(invoices.filter(needsContact).map(({ contactId }) => contactId!))
  const { contacts, limits } = await contactReader.read(session, [...wanted])
  return {
    invoices: invoices.map((invoice) =>
      invoice.contact || !invoice.contactId
        ? invoice
        : { ...invoice, contact: contacts.get(invoice.contactId) },
    ),
    limits,
    areWhole: false,
  }
}

const needsContact = ({ type, status, contactId, contact }: XeroInvoice): boolean =>
  type === 'ACCREC' && status === 'PAID' && contactId !== undefined && contact === undefined

export const inBatches = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
