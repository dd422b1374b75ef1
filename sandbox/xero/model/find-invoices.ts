import type { Invoice, ReadableOrganisation, Shelf } from './books.ts'
import type { Detail } from './invoice-answer.ts'
import { parseOrder, parseWhere, QueryParseError } from './where.ts'

export type InvoiceQuery = Partial<
  Record<
    | 'IDs'
    | 'InvoiceNumbers'
    | 'ContactIDs'
    | 'Statuses'
    | 'where'
    | 'order'
    | 'page'
    | 'pageSize'
    | 'summaryOnly'
    | 'searchTerm',
    string
  >
>

export type Pagination = { page: number; pageSize: number; pageCount: number; itemCount: number }

export type FoundInvoices = { invoices: Invoice[]; pagination: Pagination | undefined; detail: Detail }

/** What `GET /Invoices` selects. Throws QueryParseError for a query that Xero would not read. */
export const findInvoices = (
  organisation: ReadableOrganisation,
  query: InvoiceQuery,
  modifiedSince: string | undefined,
): FoundInvoices => {
  const tests: ((invoice: Invoice) => boolean)[] = [
    oneOf(query.InvoiceNumbers, ({ number }) => number),
    oneOf(query.ContactIDs, ({ contactId }) => contactId),
    oneOf(query.Statuses, ({ status }) => status),
    query.where ? parseWhere(query.where) : () => true,
    modifiedAfter(modifiedSince),
    query.searchTerm ? contains(organisation, query.searchTerm.toLowerCase()) : () => true,
  ]
  const invoices = candidates(organisation.invoices, query.IDs)
    .filter((invoice) => tests.every((test) => test(invoice)))
    .sort(parseOrder(query.order ?? 'UpdatedDateUTC ASC'))

  const isSummary = query.summaryOnly?.toLowerCase() === 'true'
  const isPaged = isSummary || query.page !== undefined || query.pageSize !== undefined
  if (!isPaged) return { invoices, pagination: undefined, detail: 'list' }
  const { items, pagination } = pageOf(invoices, query)
  return { invoices: items, pagination, detail: isSummary ? 'summary' : 'page' }
}

/** Those with the ids, where ids are given; else all of them. */
export const candidates = <Item>(shelf: Shelf<Item>, ids: string | undefined): Item[] => {
  if (!ids) return [...shelf.values()]
  const wanted = new Set(ids.split(',').map((id) => id.trim().toLowerCase()))
  return [...wanted].map((id) => shelf.get(id)).filter((item) => item !== undefined)
}

/** 100 a page unless asked, 1,000 at most. */
export const pageOf = <Item>(
  items: Item[],
  query: { page?: string; pageSize?: string },
): { items: Item[]; pagination: Pagination } => {
  const page = numberIn(query.page, 1, Number.MAX_SAFE_INTEGER, 1)
  const pageSize = numberIn(query.pageSize, 1, 1_000, 100)
  const pageCount = Math.max(1, Math.ceil(items.length / pageSize))
  return {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    pagination: { page, pageSize, pageCount, itemCount: items.length },
  }
}

/** If-Modified-Since is read to the second, in UTC, as an HTTP date or as ISO 8601 with or without a Z. */
export const modifiedSinceMs = (header: string | undefined): number => {
  if (!header) return Number.NEGATIVE_INFINITY
  const isBareIso = /^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(header)
  const at = Date.parse(isBareIso && header.includes('T') ? `${header}Z` : header)
  if (Number.isNaN(at)) throw new QueryParseError(`If-Modified-Since is not a date: '${header}'`)
  return Math.floor(at / 1000) * 1000
}

const modifiedAfter = (header: string | undefined): ((invoice: Invoice) => boolean) => {
  const since = modifiedSinceMs(header)
  return ({ updatedAt }) => updatedAt >= since
}

const oneOf = (
  list: string | undefined,
  read: (invoice: Invoice) => string,
): ((invoice: Invoice) => boolean) => {
  if (!list) return () => true
  const wanted = new Set(list.split(',').map((one) => one.trim().toLowerCase()))
  return (invoice) => wanted.has(read(invoice).toLowerCase())
}

const contains =
  (organisation: ReadableOrganisation, term: string) =>
  (invoice: Invoice): boolean =>
    [invoice.number, invoice.reference, organisation.contacts.get(invoice.contactId)?.name ?? ''].some(
      (text) => text.toLowerCase().includes(term),
    )

const numberIn = (text: string | undefined, low: number, high: number, otherwise: number): number => {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= low ? Math.min(number, high) : otherwise
}
