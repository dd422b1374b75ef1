import type { Contact, ReadableOrganisation } from './books.ts'
import { candidates, modifiedSinceMs, pageOf, type Pagination } from './find-invoices.ts'

/** What `GET /Contacts` selects. Archived contacts only when asked for. */
export const findContacts = (
  organisation: ReadableOrganisation,
  query: Record<string, string>,
  modifiedSince: string | undefined,
): { contacts: Contact[]; pagination: Pagination | undefined } => {
  const since = modifiedSinceMs(modifiedSince)
  const takesArchived = query['includeArchived']?.toLowerCase() === 'true'
  const contacts = candidates(organisation.contacts, query['IDs']).filter(
    (contact) => (takesArchived || !contact.isArchived) && contact.updatedAt >= since,
  )
  if (query['page'] === undefined && query['pageSize'] === undefined)
    return { contacts, pagination: undefined }
  const { items, pagination } = pageOf(contacts, query)
  return { contacts: items, pagination }
}
