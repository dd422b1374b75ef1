import { contactId, countOf, mobileOf, type Spoken } from './paid-invoices.ts'

const DAY_MS = 86_400_000

const PAID: Required<Spoken> = { type: 'ACCREC', status: 'PAID', amountPaid: 100, amountCredited: 0 }

/** About the size of a real one: a line, a payment, the contact. Only a single GET carries the phones. */
export const invoiceDocument = (
  id: string,
  {
    now,
    updatedAt = now,
    spoken,
    whole,
  }: { now: number; updatedAt?: number; spoken?: Spoken; whole: boolean },
): string => {
  const { type, status, amountPaid, amountCredited } = { ...PAID, ...spoken }
  const count = countOf(id)
  const today = now - (now % DAY_MS)
  const due = status === 'PAID' ? 0 : 100 - amountPaid - amountCredited
  return (
    `{"Type":"${type}","InvoiceID":"${id}","InvoiceNumber":"INV-${count}","Reference":"","Payments":[{` +
    `"PaymentID":"9a1d0000${id.slice(8)}","Date":"/Date(${today}+0000)/","Amount":${amountPaid},"CurrencyRate":1.0,` +
    `"HasAccount":false,"HasValidationErrors":false}],"CreditNotes":[],"Prepayments":[],"Overpayments":[],` +
    `"AmountDue":${due},"AmountPaid":${amountPaid},"AmountCredited":${amountCredited},"CurrencyRate":1.0,` +
    `"IsDiscounted":false,"HasAttachments":false,"HasErrors":false,"InvoicePaymentServices":[],` +
    `"Contact":${whole ? contactDocument(contactId(id), now) : contactStub(contactId(id))},` +
    `"DateString":"2026-01-05T00:00:00","Date":"/Date(${today}+0000)/","DueDate":"/Date(${today}+0000)/",` +
    `"BrandingThemeID":"dbaf0000-0000-4000-8000-000000000001","Status":"${status}","LineAmountTypes":"Exclusive",` +
    `"LineItems":[{"Description":"Switchboard upgrade","UnitAmount":90.91,"TaxType":"OUTPUT","TaxAmount":9.09,` +
    `"LineAmount":90.91,"AccountCode":"200","Tracking":[],"Quantity":1.0,"LineItemID":"11e00000${id.slice(8)}"}],` +
    `"SubTotal":90.91,"TotalTax":9.09,"Total":100.00,"UpdatedDateUTC":"/Date(${updatedAt}+0000)/","CurrencyCode":"AUD"` +
    (status === 'PAID' ? `,"FullyPaidOnDate":"/Date(${today}+0000)/"}` : '}')
  )
}

export const contactDocument = (id: string, now: number): string => {
  const count = countOf(id)
  return (
    `{"ContactID":"${id}","ContactStatus":"ACTIVE","Name":"Customer ${count}","FirstName":"Sam","LastName":"Ng",` +
    `"EmailAddress":"","BankAccountDetails":"","Addresses":[{"AddressType":"STREET","City":"","Region":"","PostalCode":"",` +
    `"Country":""}],"Phones":[${phone('DDI', '')},${phone('DEFAULT', '')},${phone('FAX', '')},` +
    `${phone('MOBILE', mobileOf(id), '61')}],"UpdatedDateUTC":"/Date(${now}+0000)/","ContactGroups":[],` +
    `"IsSupplier":false,"IsCustomer":true,"ContactPersons":[],"HasAttachments":false,"HasValidationErrors":false}`
  )
}

const contactStub = (id: string): string =>
  `{"ContactID":"${id}","Name":"Customer ${countOf(id)}","Addresses":[],"Phones":[],"ContactGroups":[],` +
  `"ContactPersons":[],"HasValidationErrors":false}`

const phone = (type: string, number: string, country = ''): string =>
  `{"PhoneType":"${type}","PhoneNumber":"${number}","PhoneAreaCode":"","PhoneCountryCode":"${country}"}`

export const organisationDocument = (tenantId: string): string =>
  `{"Organisations":[{"OrganisationID":"${tenantId}","Name":"Bench ${tenantId.slice(0, 8)}","LegalName":"Bench",` +
  `"PaysTax":true,"Version":"AU","OrganisationType":"COMPANY","BaseCurrency":"AUD","CountryCode":"AU",` +
  `"IsDemoCompany":false,"OrganisationStatus":"ACTIVE","Timezone":"AUSEASTERNSTANDARDTIME","ShortCode":"!bench",` +
  `"Edition":"BUSINESS","Class":"PREMIUM"}]}`
