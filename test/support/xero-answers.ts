import { envelope } from '../../sandbox/xero/model/accounting.ts'
import type { Contact, Invoice, ReadableOrganisation } from '../../sandbox/xero/model/books.ts'
import { connectionAnswer } from '../../sandbox/xero/model/connections.ts'
import { contactAnswer } from '../../sandbox/xero/model/contact-answer.ts'
import { ALL_SCOPES } from '../../sandbox/xero/model/grants.ts'
import { invoiceAnswer as writeInvoice } from '../../sandbox/xero/model/invoice-answer.ts'
import { organisationAnswer as writeOrganisation } from '../../sandbox/xero/model/organisation-answer.ts'
import { readResource } from '../../sandbox/xero/model/resources.ts'
import { tokenAnswer } from '../../sandbox/xero/model/token-answer.ts'
import { webhookBody, webhookEvent } from '../../sandbox/xero/model/webhook-body.ts'

/** Answers of Xero about one organisation, written by the sandbox's model of it. */
export const TENANT_ID = 'e629a03c-7ec0-4913-bd4f-2e1b9a3d3d3e'
export const INVOICE_ID = '44aa0707-f718-4f1c-8d53-f2da9ca59533'
export const CONTACT_ID = '0a3675fc-f8dd-4f03-ba5b-f1870566bcd7'
export const AUTHENTICATION_EVENT_ID = '0e1a03c1-7ec0-4913-bd4f-2e1b9a3d3d3e'
const USER_ID = '1b7a03c1-7ec0-4913-bd4f-2e1b9a3d3d3e'
export const GROUP_ID = '17b44ed7-4389-4162-91cb-3dd5766e4e22'
export const TRACKING_ID = 'cd0a4b7e-3c6b-4b3c-8e2a-1f2d3c4b5a69'
const PAYMENT_ID = '38928000-e9a0-420c-8884-f624bab2a351'
const OVERPAYMENT_ID = '5d0c8a11-93b5-4d6c-8f0e-6f8f7f6a2b10'

const contact: Contact = {
  contactId: CONTACT_ID,
  name: 'Sam Green',
  firstName: 'Sam',
  lastName: 'Green',
  email: 'sam@green.example',
  phones: [
    { type: 'DEFAULT', country: '', area: '', number: '' },
    { type: 'DDI', country: '', area: '', number: '' },
    { type: 'FAX', country: '', area: '', number: '' },
    { type: 'MOBILE', country: '61', area: '0491', number: '570 006' },
  ],
  isArchived: false,
  isSupplier: false,
  groupIds: [GROUP_ID],
  updatedAt: 1551326800000,
}

const invoice: Invoice = {
  invoiceId: INVOICE_ID,
  number: 'INV-0006',
  type: 'ACCREC',
  status: 'PAID',
  contactId: CONTACT_ID,
  description: 'Blocked drain',
  reference: 'Deposit',
  trackingId: TRACKING_ID,
  totalCents: 14_850,
  date: '2018-10-19',
  dueDate: '2018-10-26',
  settlements: [
    { id: OVERPAYMENT_ID, kind: 'overpayment', amountCents: 4_825, date: '2018-10-19' },
    { id: PAYMENT_ID, kind: 'payment', amountCents: 10_025, date: '2018-10-20' },
  ],
  updatedAt: 1573755038314,
}

const organisation: ReadableOrganisation = {
  tenantId: TENANT_ID,
  name: 'Coastal Plumbing',
  country: 'NZ',
  currency: 'NZD',
  xeroTimeZone: 'NEWZEALANDSTANDARDTIME',
  isDemo: true,
  shortCode: '!abc12',
  createdAt: Date.parse('2018-06-30T22:00:00Z'),
  contactGroups: [{ id: GROUP_ID, name: 'Builders' }],
  trackingCategories: [
    {
      id: 'e0a4b7ec-3c6b-4b3c-8e2a-1f2d3c4b5a70',
      name: 'Region',
      options: [{ id: TRACKING_ID, name: 'North' }],
    },
  ],
  contacts: new Map([[CONTACT_ID, contact]]),
  invoices: new Map([[INVOICE_ID, invoice]]),
}

/** As in a list, where the contact has no phones. */
export const listedInvoice = writeInvoice(organisation, invoice, 'page')

export const invoiceAnswer = envelope({ Invoices: [writeInvoice(organisation, invoice, 'single')] })
export const invoicesAnswer = envelope({
  pagination: { page: 1, pageSize: 100, pageCount: 1, itemCount: 1 },
  Invoices: [listedInvoice],
})
export const contactGroupsAnswer = envelope(readList('ContactGroups'))
export const trackingAnswer = envelope(readList('TrackingCategories'))
export const contactsAnswer = envelope({ Contacts: [contactAnswer(contact, organisation)] })
export const organisationAnswer = envelope({ Organisations: [writeOrganisation(organisation)] })

function readList(name: string): object {
  return readResource(organisation, new URL(`https://api.xero.com/api.xro/2.0/${name}`), undefined)!
}

export const connectionsAnswer = [
  connectionAnswer(
    {
      id: '7cb59f93-2964-421d-bb5e-a0f7a4572a44',
      eventId: AUTHENTICATION_EVENT_ID,
      tenantId: TENANT_ID,
      createdAt: Date.parse('2019-12-07T18:46:19.516Z'),
      updatedAt: Date.parse('2019-12-07T18:46:19.518Z'),
    },
    organisation.name,
  ),
]

export const tokensAnswer = tokenAnswer(
  { eventId: AUTHENTICATION_EVENT_ID, userId: USER_ID, scopes: ALL_SCOPES },
  { refreshToken: 'next', clientId: 'client', now: new Date('2026-11-20T03:00:00Z') },
)

export const xeroEvent = webhookEvent(
  { tenantId: TENANT_ID, invoiceId: INVOICE_ID },
  new Date('2025-05-01T14:32:04.198Z'),
)

export const xeroWebhook = (...events: unknown[]) => webhookBody(events, 215)
