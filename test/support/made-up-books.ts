import * as fc from 'fast-check'
import type { XeroInvoice } from '../../server/integrations/xero/xero-types.ts'
import { addDays, localDate, MINUTE_MS } from '../../server/platform/dates.ts'
import { sha256 } from '../../server/platform/seal.ts'

/** Moments at which Xero reports payments to a business, in its first 30 days. */
const MOMENTS = 14
export const hashPhone = (words: string): Buffer => sha256(words)

const PHONES = ['mobile', 'mobile', 'mobile', 'shared', 'shared', 'landline', 'abroad', 'none'] as const
const KINDS = ['paid', 'paid', 'paid', 'paid', 'paid', 'prepaid', 'credited', 'bill', 'nothing'] as const

const seldom = (drawn: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawn })

const customer = fc.record({
  phone: fc.constantFrom(...PHONES),
  name: fc.constantFrom('Sam Green', 'Shire of Quarrup', 'Coopers Strata', 'Zoë Lind', 'Strata Plan 12'),
  textedDaysBefore: seldom(fc.integer({ min: 1, max: 100 })),
  optsOutAt: seldom(fc.nat({ max: MOMENTS - 1 })),
})
const payment = fc.record({
  customer: fc.nat({ max: 2 }),
  moment: fc.nat({ max: MOMENTS - 1 }),
  /** Days from the payment's date to the day on which it is entered; below zero: dated ahead. */
  enteredAfterDays: fc.constantFrom(0, 0, 0, 0, 1, 3, 14, 15, 20, -1),
  kind: fc.constantFrom(...KINDS),
  reference: fc.constantFrom(undefined, undefined, 'Deposit 50 %', 'Warranty visit'),
  total: fc.constantFrom(100, 100, 20),
  fails: fc.constantFrom(true, false, false, false, false, false, false),
})
const book = fc.record({
  customers: fc.array(customer, { minLength: 3, maxLength: 3 }),
  payments: fc.array(payment, { minLength: 2, maxLength: 9 }),
})
const hours = fc
  .tuple(fc.integer({ min: 0, max: 22 }), fc.integer({ min: 1, max: 23 }))
  .filter(([from, until]) => from < until)
  .map(([from, until]) => [from * 60, until * 60] as const)

/** What an owner compares, from which of these days until which. */
export const COMPARED = [
  { kind: 'hold_out', percent_b: 40, fromDay: 0, untilDay: 31 },
  { kind: 'hold_out', percent_b: 10, fromDay: 8, untilDay: 20 },
  { kind: 'delays', percent_b: 50, delay_a_minutes: 0, delay_b_minutes: 4_320, fromDay: 5, untilDay: 25 },
] as const

/** A business with settings of its own and so many books: customers who share no phone with those of another book. */
export const madeUpBusiness = (books: number) =>
  fc.record({
    settings: fc.record({
      cooldown_days: fc.constantFrom(0, 1, 5, 7, 7, 30),
      delay_minutes: fc.constantFrom(0, 60, 1440, 4320, 4320),
      excluded_words: fc.subarray(['shire', 'strata', 'co']),
      leaves_out_deposits: fc.boolean(),
      invoice_words: fc.subarray(['warranty']),
      smallest_cents: fc.constantFrom(null, null, 5_000),
      automation_enabled: fc.constant<boolean>(true),
    }),
    hours: fc.option(hours, { nil: [null, null] as const }),
    excludesFirst: fc.boolean(),
    moments: fc
      .uniqueArray(fc.nat({ max: 30 * 24 * 60 }), { minLength: MOMENTS, maxLength: MOMENTS })
      .map((minutes) => minutes.toSorted((one, other) => one - other)),
    books: fc.array(book, { minLength: books, maxLength: books }),
    // The last to be drawn: seeds that once found something go on finding it.
    compares: fc.constantFrom(undefined, undefined, ...COMPARED),
  })

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer One> ? One : never
export type MadeUpBusiness = Drawn<ReturnType<typeof madeUpBusiness>>
type Contact = NonNullable<XeroInvoice['contact']>

export type WrittenBook = {
  customers: (Drawn<typeof customer> & { contact: Contact; phoneHash: Buffer | undefined })[]
  payments: { moment: number; fails: boolean; invoice: XeroInvoice }[]
}

export const momentsOf = ({ moments }: MadeUpBusiness, from: Date): Date[] =>
  moments.map((minutes) => new Date(from.getTime() + minutes * MINUTE_MS))

/** The books' customers and payments as Xero gives them. */
export const writeBooks = (drawn: MadeUpBusiness, from: Date, timeZone: string): WrittenBook[] => {
  const moments = momentsOf(drawn, from)
  return drawn.books.map(({ customers, payments }, index) => {
    const written = customers.map((one, place) => ({ ...one, ...contactOf(one, index * 10 + place) }))
    return {
      customers: written,
      payments: payments.map((one) => ({
        moment: one.moment,
        fails: one.fails,
        invoice: invoiceOf(one, written[one.customer]!.contact, moments[one.moment]!, timeZone),
      })),
    }
  })
}

const contactOf = ({ phone, name }: Drawn<typeof customer>, place: number) => {
  const own = phone === 'shared' ? Math.floor(place / 10) * 10 + 9 : place
  const mobile = `0420 ${100_000 + own}`
  const number = { mobile, shared: mobile, landline: '02 9374 4000', abroad: '+33 6 12 34 56 78', none: '' }[
    phone
  ]
  const contact: Contact = {
    contactId: crypto.randomUUID(),
    name,
    firstName: name.split(' ')[0],
    lastName: undefined,
    email: undefined,
    groupIds: [],
    phones: [{ type: 'MOBILE', countryCode: '', areaCode: '', number }],
  }
  const isMobile = phone === 'mobile' || phone === 'shared'
  return { contact, phoneHash: isMobile ? hashPhone(`+61420${100_000 + own}`) : undefined }
}

const invoiceOf = (
  { kind, enteredAfterDays, reference, total }: Drawn<typeof payment>,
  contact: Contact,
  updatedAt: Date,
  timeZone: string,
): XeroInvoice => {
  const isInMoney = kind !== 'credited' && kind !== 'prepaid'
  return {
    invoiceId: crypto.randomUUID(),
    number: 'INV-1',
    type: kind === 'bill' ? 'ACCPAY' : 'ACCREC',
    status: 'PAID',
    currency: 'AUD',
    reference,
    trackingIds: [],
    total: kind === 'nothing' ? 0 : total,
    amountDue: 0,
    amountPaid: isInMoney ? total : 0,
    amountCredited: isInMoney ? 0 : total,
    hasPrepaidMoney: kind === 'prepaid',
    paidOn: addDays(localDate(updatedAt, timeZone), -enteredAfterDays),
    updatedAt,
    contactId: contact.contactId,
    contactName: contact.name,
    contact,
  }
}
