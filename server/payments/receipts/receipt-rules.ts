import type { TopUp } from '../../../contracts/payments.ts'

/** Who runs this Goodword and sells the funds. What is not set is not printed. */
export type Seller = {
  name: string | undefined
  address: string | undefined
  /** As it is printed: ABN 51 824 753 556. */
  taxNumber: string | undefined
  /** What prices include, oldest first. `from` is a day of the buyer's calendar; empty: since ever. */
  taxes: { name: string; thousandths: number; from: string }[]
}

export type Tax = { name: string; thousandths: number }

/** What a top-up of this day includes. A tax whose seller is not wholly named is on no document. */
export const taxOn = ({ name, address, taxNumber, taxes }: Seller, day: string): Tax | undefined => {
  if (!name || !address || !taxNumber) return undefined
  const tax = taxes.findLast(({ from }) => from <= day)
  return tax && tax.thousandths > 0 ? tax : undefined
}

/** What the seller writes for a payment on this day, '2026-11-20': a tax invoice where a tax holds. */
export const receiptKind = (seller: Seller, day: string): NonNullable<TopUp['receipt']> =>
  taxOn(seller, day) ? 'tax_invoice' : 'receipt'

/** The tax within an amount, half a cent up, and the rest: together they are the amount. 10 percent are 10000. */
export const splitTax = (cents: number, thousandths: number): { taxCents: number; netCents: number } => {
  const taxCents = Math.round((cents * thousandths) / (100_000 + thousandths))
  return { taxCents, netCents: cents - taxCents }
}

/** 12500 → '12.5%' */
export const percentWords = (thousandths: number): string => `${thousandths / 1000}%`

/** Of the part of the id that is random: 48 bits, so that no two top-ups share it. */
export const receiptNumber = (checkoutId: string): string => {
  const random = checkoutId.slice(-12).toUpperCase()
  return `GW-${random.slice(0, 6)}-${random.slice(6)}`
}

export const REVERSALS = {
  refund: 'Refunded to the card',
  dispute: 'Taken back by the bank',
  reinstate: 'Given back from a refund or dispute',
} as const

/** 5000, 'AUD' → 'AUD 50.00': the currency by its name, for a bookkeeper of any country. */
export const amountWords = (cents: number, currency: string): string =>
  `${cents < 0 ? '-' : ''}${new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  })
    .format(Math.abs(cents) / 100)
    .replace('\u00A0', ' ')}`

/** '2026-11-22' → '22 November 2026' */
export const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
