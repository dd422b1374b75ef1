/** Answers of Xero in its own words. The contract tests hold them to Xero's description. */
export const TENANT_ID = 'e629a03c-7ec0-4913-bd4f-2e1b9a3d3d3e'
export const INVOICE_ID = '44aa0707-f718-4f1c-8d53-f2da9ca59533'
export const CONTACT_ID = '0a3675fc-f8dd-4f03-ba5b-f1870566bcd7'
export const AUTHENTICATION_EVENT_ID = '0e1a03c1-7ec0-4913-bd4f-2e1b9a3d3d3e'

const envelope = {
  Id: '900c500b-e83c-4ce2-902a-b8ba04751748',
  Status: 'OK',
  ProviderName: 'Goodword',
  DateTimeUTC: '/Date(1552326816230)/',
}

const noPhone = { PhoneNumber: '', PhoneAreaCode: '', PhoneCountryCode: '' }

export const contact = {
  ContactID: CONTACT_ID,
  ContactStatus: 'ACTIVE',
  Name: 'Sam Green',
  FirstName: 'Sam',
  LastName: 'Green',
  EmailAddress: 'sam@green.example',
  Addresses: [{ AddressType: 'STREET', City: '', Region: '', PostalCode: '', Country: '' }],
  Phones: [
    { ...noPhone, PhoneType: 'DDI' },
    { ...noPhone, PhoneType: 'DEFAULT' },
    { ...noPhone, PhoneType: 'FAX' },
    { PhoneType: 'MOBILE', PhoneNumber: '570 006', PhoneAreaCode: '0491', PhoneCountryCode: '61' },
  ],
  UpdatedDateUTC: '/Date(1551326800000+0000)/',
  ContactGroups: [],
  IsSupplier: false,
  IsCustomer: true,
  ContactPersons: [],
  HasAttachments: false,
  HasValidationErrors: false,
}

/** As in a single GET. */
export const invoice = {
  Type: 'ACCREC',
  InvoiceID: INVOICE_ID,
  InvoiceNumber: 'INV-0006',
  Reference: '',
  Payments: [
    {
      PaymentID: '38928000-e9a0-420c-8884-f624bab2a351',
      Date: '/Date(1539993600000+0000)/',
      Amount: 100.25,
      CurrencyRate: 1,
      HasAccount: false,
      HasValidationErrors: false,
    },
  ],
  CreditNotes: [],
  Prepayments: [],
  Overpayments: [{ OverpaymentID: CONTACT_ID, AppliedAmount: 48.25, HasAttachments: false }],
  AmountDue: 0,
  AmountPaid: 100.25,
  AmountCredited: 48.25,
  SentToContact: true,
  CurrencyRate: 1,
  HasErrors: false,
  IsDiscounted: false,
  HasAttachments: false,
  Contact: contact,
  Date: '/Date(1539907200000+0000)/',
  DueDate: '/Date(1540512000000+0000)/',
  Status: 'PAID',
  LineAmountTypes: 'Exclusive',
  LineItems: [],
  SubTotal: 135,
  TotalTax: 13.5,
  Total: 148.5,
  UpdatedDateUTC: '/Date(1573755038314+0000)/',
  CurrencyCode: 'AUD',
  FullyPaidOnDate: '/Date(1539993600000+0000)/',
}

/** As in a list, where the contact has no phones. */
export const listedInvoice = {
  ...invoice,
  Contact: { ...contact, Addresses: [], Phones: [] },
}

export const invoiceAnswer = { ...envelope, Invoices: [invoice] }
export const invoicesAnswer = {
  ...envelope,
  pagination: { page: 1, pageSize: 100, pageCount: 1, itemCount: 1 },
  Invoices: [listedInvoice],
}
export const contactsAnswer = { ...envelope, Contacts: [contact] }
export const organisationAnswer = {
  ...envelope,
  Organisations: [
    {
      OrganisationID: TENANT_ID,
      Name: 'Coastal Plumbing',
      LegalName: 'Coastal Plumbing Ltd',
      PaysTax: true,
      Version: 'NZ',
      OrganisationType: 'COMPANY',
      BaseCurrency: 'NZD',
      CountryCode: 'NZ',
      IsDemoCompany: true,
      OrganisationStatus: 'ACTIVE',
      Timezone: 'NEWZEALANDSTANDARDTIME',
      ShortCode: '!abc12',
      Class: 'DEMO',
      Addresses: [],
      Phones: [],
      ExternalLinks: [],
      PaymentTerms: {},
    },
  ],
}

export const connectionsAnswer = [
  {
    id: '7cb59f93-2964-421d-bb5e-a0f7a4572a44',
    authEventId: AUTHENTICATION_EVENT_ID,
    tenantId: TENANT_ID,
    tenantType: 'ORGANISATION',
    tenantName: 'Coastal Plumbing',
    createdDateUtc: '2019-12-07T18:46:19.5165400',
    updatedDateUtc: '2019-12-07T18:46:19.5187840',
  },
]

const claims = Buffer.from(JSON.stringify({ authentication_event_id: AUTHENTICATION_EVENT_ID }))
export const tokensAnswer = {
  id_token: 'head.body.signature',
  access_token: `head.${claims.toString('base64url')}.signature`,
  expires_in: 1800,
  token_type: 'Bearer',
  refresh_token: 'next',
  scope: 'openid profile email offline_access',
}

export const xeroEvent = {
  resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${INVOICE_ID}`,
  resourceId: INVOICE_ID,
  tenantId: TENANT_ID,
  tenantType: 'ORGANISATION',
  eventCategory: 'INVOICE',
  eventType: 'UPDATE',
  eventDateUtc: '2025-05-01T14:32:04.198',
}

export const xeroWebhook = (...events: unknown[]) => ({
  events,
  firstEventSequence: 215,
  lastEventSequence: 214 + events.length,
  entropy: 'FXNGWLCCGVANWHKILRUB',
})
