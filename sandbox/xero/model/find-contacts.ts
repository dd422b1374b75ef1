import type { Contact, ReadableOrganisation } from './books.ts'
import { candidates, modifiedSinceMs, pageOf, type Pagination } from './find-invoices.ts'
import { QueryParseError } from './where.ts'

export type FoundContacts = { contacts: Contact[]; pagination: Pagination | undefined; isSummary: boolean }

/** What `GET /Contacts` selects. Archived contacts only when asked for. Throws QueryParseError for another order. */
export const findContacts = (
  organisation: ReadableOrganisation,
  query: Record<string, string>,
  modifiedSince: string | undefined,
): FoundContacts => {
  const since = modifiedSinceMs(modifiedSince)
  const takesArchived = isTrue(query['includeArchived'])
  const isSummary = isTrue(query['summaryOnly'])
  const term = query['searchTerm']?.toLowerCase() ?? ''
  const contacts = candidates(organisation.contacts, query['IDs']).filter(
    (contact) =>
      (takesArchived || !contact.isArchived) && contact.updatedAt >= since && contains(contact, term),
  )
  if (query['order']) sortByName(contacts, query['order'])
  if (!isSummary && query['page'] === undefined && query['pageSize'] === undefined)
    return { contacts, pagination: undefined, isSummary }
  const { items, pagination } = pageOf(contacts, query)
  return { contacts: items, pagination, isSummary }
}

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true'

/** The fields that Xero searches, but for ContactNumber, which no contact of the sandbox has. */
const contains = ({ name, firstName, lastName, email }: Contact, term: string): boolean =>
  [name, firstName, lastName, email].some((field) => field?.toLowerCase().includes(term))

const sortByName = (contacts: Contact[], order: string): void => {
  const direction = /^Name(?: (ASC|DESC))?$/i.exec(order.trim())
  if (!direction) throw new QueryParseError(`Cannot order by '${order}'`)
  contacts.sort((a, b) => a.name.localeCompare(b.name))
  if (direction[1]?.toUpperCase() === 'DESC') contacts.reverse()
}
