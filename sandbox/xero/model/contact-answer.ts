import type { Contact, ContactGroup, OrganisationFacts } from './books.ts'
import { moment } from './wire-dates.ts'

/**
 * A contact with its four phone slots, as a single GET and `/Contacts` give it. Its groups are in a single one and in a
 * page only: https://github.com/XeroAPI/xero-node/issues/524
 */
export const contactAnswer = (
  contact: Contact,
  { currency, contactGroups = [] }: OrganisationFacts,
  detail: 'whole' | 'list' = 'whole',
) => ({
  ContactID: contact.contactId,
  ContactStatus: contact.isArchived ? 'ARCHIVED' : 'ACTIVE',
  Name: contact.name,
  ...(contact.firstName === undefined ? {} : { FirstName: contact.firstName }),
  ...(contact.lastName === undefined ? {} : { LastName: contact.lastName }),
  EmailAddress: contact.email ?? '',
  BankAccountDetails: '',
  Addresses: [{ AddressType: 'STREET', City: '', Region: '', PostalCode: '', Country: '' }],
  Phones: contact.phones.map((phone) => ({
    PhoneType: phone.type,
    PhoneNumber: phone.number,
    PhoneAreaCode: phone.area,
    PhoneCountryCode: phone.country,
  })),
  UpdatedDateUTC: moment(contact.updatedAt),
  ContactGroups: contactGroups
    .filter(({ id }) => detail === 'whole' && contact.groupIds?.includes(id))
    .map(contactGroupAnswer),
  IsSupplier: contact.isSupplier,
  IsCustomer: !contact.isSupplier,
  DefaultCurrency: currency,
  SalesTrackingCategories: [],
  PurchasesTrackingCategories: [],
  ContactPersons: [],
  HasAttachments: false,
  HasValidationErrors: false,
})

export const contactGroupAnswer = ({ id, name }: ContactGroup) => ({
  ContactGroupID: id,
  Name: name,
  Status: 'ACTIVE',
  Contacts: [],
})

/** With `summaryOnly`. Xero does not say which fields it leaves out then: here, all lists. */
export const contactSummary = (contact: Contact, organisation: OrganisationFacts) => ({
  ...contactAnswer(contact, organisation, 'list'),
  Addresses: [],
  Phones: [],
})

/** A contact as a list of invoices gives it: without phones. */
export const contactInList = ({ contactId, name }: Contact) => ({
  ContactID: contactId,
  Name: name,
  Addresses: [],
  Phones: [],
  ContactGroups: [],
  ContactPersons: [],
  HasValidationErrors: false,
})
