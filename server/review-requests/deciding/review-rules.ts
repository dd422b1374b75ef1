import { isOfDeposit } from './deposit-rules.ts'
import { hasWord, spaced, spacedDigits } from './written-words-rules.ts'

/** Whom the owner does not want to be asked. Invoices can be decided with a draft of them as well. */
export type ReviewRules = {
  /** What Xero calls the customers. */
  excludedContacts: readonly string[]
  /** In a customer's name. */
  excludedWords: readonly string[]
  /** Contact groups in Xero. */
  excludedGroups: readonly string[]
  /** Options of tracking categories in Xero. */
  excludedTracking: readonly string[]
  leavesOutDeposits: boolean
  /** In the reference or the number of an invoice. */
  invoiceWords: readonly string[]
  /** In the currency of the organisation's own books; null: any amount. */
  smallestCents: number | null
}

/** What the rules look at, from Xero's answer or from the record of it. */
export type RuledInvoice = {
  contactId?: string | null | undefined
  customerName?: string | null | undefined
  groupIds?: readonly string[] | null | undefined
  trackingIds?: readonly string[] | null | undefined
  number?: string | null | undefined
  reference?: string | null | undefined
  /** Decimal, with tax, in `currency`. */
  total: number
  currency?: string | null | undefined
  /** Of the organisation's own books; where it is not known, `currency` counts as it. */
  baseCurrency?: string | null | undefined
}

export type RuleReason =
  | 'excluded_contact'
  | 'excluded_word'
  | 'excluded_group'
  | 'excluded_tracking'
  | 'deposit_invoice'
  | 'excluded_invoice_word'
  | 'below_smallest_amount'

/** The first rule that leaves this invoice out: who the customer is, then what the invoice says, then its amount. */
export const reasonOfRules = (rules: ReviewRules, invoice: RuledInvoice): RuleReason | undefined => {
  if (invoice.contactId && rules.excludedContacts.includes(invoice.contactId)) return 'excluded_contact'
  if (hasWord([spaced(invoice.customerName)], rules.excludedWords, spaced)) return 'excluded_word'
  if (meet(invoice.groupIds, rules.excludedGroups)) return 'excluded_group'
  if (meet(invoice.trackingIds, rules.excludedTracking)) return 'excluded_tracking'
  const written = [invoice.reference, invoice.number].map(spacedDigits)
  if (rules.leavesOutDeposits && isOfDeposit([invoice.reference, invoice.number])) return 'deposit_invoice'
  if (hasWord(written, rules.invoiceWords, spacedDigits)) return 'excluded_invoice_word'
  return isBelow(rules.smallestCents, invoice) ? 'below_smallest_amount' : undefined
}

/** No rate is invented: an invoice in a currency that is not the books' own has no smallest amount. */
const isBelow = (smallestCents: number | null, { total, currency, baseCurrency }: RuledInvoice): boolean => {
  if (smallestCents === null || (currency && baseCurrency && currency !== baseCurrency)) return false
  return Math.round(total * 100) < smallestCents
}

const meet = (ids: readonly string[] | null | undefined, excluded: readonly string[]): boolean =>
  excluded.length > 0 && (ids ?? []).some((id) => excluded.includes(id))
