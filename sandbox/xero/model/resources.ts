import type { Contact, ReadableOrganisation } from './books.ts'
import { contactAnswer, contactGroupAnswer, contactSummary } from './contact-answer.ts'
import { findContacts } from './find-contacts.ts'
import { findInvoices } from './find-invoices.ts'
import { invoiceAnswer } from './invoice-answer.ts'
import { organisationAnswer } from './organisation-answer.ts'
import { trackingCategoryAnswer } from './tracking-answer.ts'

type Query = Record<string, string>

type Resource = {
  scope: string
  list: (organisation: ReadableOrganisation, query: Query, modifiedSince: string | undefined) => object
  one?: (organisation: ReadableOrganisation, id: string) => object | undefined
}

const RESOURCES: Record<string, Resource> = {
  Invoices: {
    scope: 'accounting.invoices',
    list: (organisation, query, modifiedSince) => {
      const { invoices, pagination, detail } = findInvoices(organisation, query, modifiedSince)
      return {
        ...(pagination ? { pagination } : {}),
        Invoices: invoices.map((invoice) => invoiceAnswer(organisation, invoice, detail)),
      }
    },
    one: (organisation, id) => {
      const { invoices } = organisation
      const invoice =
        invoices.get(id.toLowerCase()) ?? [...invoices.values()].find(({ number }) => number === id)
      return invoice && { Invoices: [invoiceAnswer(organisation, invoice, 'single')] }
    },
  },
  Contacts: {
    scope: 'accounting.contacts',
    list: (organisation, query, modifiedSince) => {
      const { contacts, pagination, isSummary } = findContacts(organisation, query, modifiedSince)
      const answer = (contact: Contact) =>
        isSummary
          ? contactSummary(contact, organisation)
          : contactAnswer(contact, organisation, pagination ? 'whole' : 'list')
      return {
        ...(pagination ? { pagination } : {}),
        Contacts: contacts.map(answer),
      }
    },
    one: (organisation, id) => {
      const contact = organisation.contacts.get(id.toLowerCase())
      return contact && { Contacts: [contactAnswer(contact, organisation)] }
    },
  },
  ContactGroups: {
    scope: 'accounting.contacts',
    list: ({ contactGroups = [] }) => ({ ContactGroups: contactGroups.map(contactGroupAnswer) }),
  },
  TrackingCategories: {
    scope: 'accounting.settings',
    list: ({ trackingCategories = [] }) => ({
      TrackingCategories: trackingCategories.map(trackingCategoryAnswer),
    }),
  },
  Organisation: {
    scope: 'accounting.settings',
    list: (organisation) => ({ Organisations: [organisationAnswer(organisation)] }),
  },
}

/** The scope that a path needs; undefined for a path that the model does not have. */
export const scopeOf = (path: string): string | undefined => {
  const { resource, id } = resourceAt(path)
  return resource && (id === undefined || resource.one) ? resource.scope : undefined
}

/** What a path reads; undefined where there is nothing of that id. Throws QueryParseError. */
export const readResource = (
  organisation: ReadableOrganisation,
  { pathname, searchParams }: URL,
  modifiedSince: string | undefined,
): object | undefined => {
  const { resource, id } = resourceAt(pathname)
  if (id !== undefined) return resource?.one?.(organisation, id)
  return resource?.list(organisation, Object.fromEntries(searchParams), modifiedSince)
}

const resourceAt = (path: string): { resource: Resource | undefined; id: string | undefined } => {
  const [, name = '', id] = /^\/api\.xro\/2\.0\/(\w+)(?:\/([^/]+))?$/.exec(path) ?? []
  const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined
  return { resource, id: id && decodeURIComponent(id) }
}
