import { creditedCents, dueCents, paidCents, type Invoice, type ReadableOrganisation } from './books.ts'
import { contactAnswer, contactInList } from './contact-answer.ts'
import { COUNTRIES, type Country } from './countries.ts'
import { lineTracking } from './tracking-answer.ts'
import { dayLabel, moment } from './wire-dates.ts'

export type Detail = 'single' | 'page' | 'list' | 'summary'

/** An invoice in Xero's form. A list leaves the contact's phones out; a summary also payments and lines. */
export const invoiceAnswer = (organisation: ReadableOrganisation, invoice: Invoice, detail: Detail) => {
  const contact = organisation.contacts.get(invoice.contactId)!
  const of = (kind: string) => invoice.settlements.filter((one) => one.kind === kind)
  const rate = COUNTRIES[organisation.country as Country].tax
  const subTotal = Math.round(invoice.totalCents / (1 + rate))
  const isFull = detail === 'single'

  return {
    Type: invoice.type,
    InvoiceID: invoice.invoiceId,
    InvoiceNumber: invoice.number,
    Reference: invoice.reference,
    ...(detail === 'summary'
      ? {}
      : {
          Payments: of('payment').map(paymentAnswer),
          CreditNotes: of('credit-note').map((one) => ({
            CreditNoteID: one.id,
            CreditNoteNumber: `CN-${one.id.slice(0, 4).toUpperCase()}`,
            HasErrors: false,
            AppliedAmount: money(one.amountCents),
            Date: dayLabel(one.date),
            LineItems: [],
            Total: money(one.amountCents),
          })),
        }),
    // Only a single invoice lists the money that came in before it.
    Prepayments: isFull ? of('prepayment').map((one) => appliedAnswer('PrepaymentID', one)) : [],
    Overpayments: isFull ? of('overpayment').map((one) => appliedAnswer('OverpaymentID', one)) : [],
    AmountDue: money(dueCents(invoice)),
    AmountPaid: money(paidCents(invoice)),
    AmountCredited: money(creditedCents(invoice)),
    SentToContact: true,
    CurrencyRate: 1,
    HasErrors: false,
    IsDiscounted: false,
    HasAttachments: false,
    Contact: isFull ? contactAnswer(contact, organisation) : contactInList(contact),
    DateString: `${invoice.date}T00:00:00`,
    Date: dayLabel(invoice.date),
    DueDateString: `${invoice.dueDate}T00:00:00`,
    DueDate: dayLabel(invoice.dueDate),
    Status: invoice.status,
    LineAmountTypes: 'Exclusive',
    LineItems: isFull || detail === 'page' ? [lineAnswer(organisation, invoice, subTotal)] : [],
    SubTotal: money(subTotal),
    TotalTax: money(invoice.totalCents - subTotal),
    Total: money(invoice.totalCents),
    UpdatedDateUTC: moment(invoice.updatedAt),
    UpdatedDateUTCString: `${new Date(invoice.updatedAt).toISOString().slice(0, 19)}Z`,
    CurrencyCode: invoice.currency ?? organisation.currency,
    ...fullyPaidOn(invoice, detail),
  }
}

const paymentAnswer = ({ id, date, amountCents }: Invoice['settlements'][number]) => ({
  PaymentID: id,
  Date: dayLabel(date),
  Amount: money(amountCents),
  Reference: '',
  CurrencyRate: 1,
  HasAccount: false,
  HasValidationErrors: false,
})

const appliedAnswer = (key: string, { id, date, amountCents }: Invoice['settlements'][number]) => ({
  [key]: id,
  AppliedAmount: money(amountCents),
  Date: dayLabel(date),
  Total: money(amountCents),
})

const lineAnswer = (
  organisation: ReadableOrganisation,
  { invoiceId, description, totalCents, trackingId }: Invoice,
  subTotal: number,
) => ({
  LineItemID: `11e00000${invoiceId.slice(8)}`,
  Description: description,
  UnitAmount: money(subTotal),
  TaxType: 'OUTPUT',
  TaxAmount: money(totalCents - subTotal),
  LineAmount: money(subTotal),
  AccountCode: '200',
  Tracking: lineTracking(organisation, trackingId),
  Quantity: 1,
})

/**
 * The day of the last settlement. For one closed by a credit note alone, a list and a single GET disagree
 * (https://stackoverflow.com/q/63239055): the single one gives the invoice's own day.
 */
const fullyPaidOn = (invoice: Invoice, detail: Detail) => {
  if (invoice.status !== 'PAID') return {}
  const kinds = new Set(invoice.settlements.map(({ kind }) => kind))
  const isCredited = kinds.size === 1 && kinds.has('credit-note')
  const last = invoice.settlements
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const date = isCredited && detail === 'single' ? invoice.date : (last ?? invoice.date)
  return { FullyPaidOnDate: dayLabel(date) }
}

const money = (cents: number): number => cents / 100
