import type { Contact, Invoice, Organisation } from './model/books.ts'

/** Every organisation of the sandbox, by tenant id. */
export type Books = Map<string, Organisation>

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
