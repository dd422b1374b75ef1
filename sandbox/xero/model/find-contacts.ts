import type { Contact, Organisation } from './books.ts'
import { modifiedSinceMs, pageOf, type Pagination } from './find-invoices.ts'

/** What `GET /Contacts` selects. Archived contacts only when asked for. */
export const findContacts = (
  organisation: Organisation,
  query: Record<string, string>,
  modifiedSince: string | undefined,
): { contacts: Contact[]; pagination: Pagination | undefined } => {
  const since = modifiedSinceMs(modifiedSince)
  const wanted = query['IDs'] ? new Set(query['IDs'].toLowerCase().split(',')) : undefined
  const takesArchived = query['includeArchived']?.toLowerCase() === 'true'
  const contacts = [...organisation.contacts.values()].filter(
    (contact) =>
      (wanted === undefined || wanted.has(contact.contactId)) &&
      (takesArchived || !contact.isArchived) &&
      contact.updatedAt >= since,
  )
  if (query['page'] === undefined && query['pageSize'] === undefined)
    return { contacts, pagination: undefined }
  const { items, pagination } = pageOf(contacts, query)
  return { contacts: items, pagination }
}
