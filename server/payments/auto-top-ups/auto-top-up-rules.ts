import type { Row } from '../../database/tables.ts'

type Terms = Pick<
  Row<'auto_top_ups'>,
  'is_on' | 'paused_reason' | 'card_id' | 'threshold_cents' | 'amount_cents' | 'month_cap_cents' | 'currency'
>

type Standing = {
  isActive: boolean
  currency: string
  availableCents: number
  isUnderWay: boolean
  chargedThisMonthCents: number
  lastFailedAt: Date | null
}

/** The pause after a charge that failed for a reason other than the card. */
const REST_MS = 60 * 60_000

export type ChargeVerdict =
  | 'charge'
  | 'off'
  | 'paused'
  | 'no-card'
  | 'inactive'
  | 'currency'
  | 'enough'
  | 'below-zero'
  | 'under-way'
  | 'resting'
  | 'cap'

/** Whether the saved card is charged now, or why not. Never beyond what the owner agreed to. */
export const decideCharge = (terms: Terms, now: Standing, at: Date): ChargeVerdict => {
  if (!terms.is_on) return 'off'
  if (terms.paused_reason !== null) return 'paused'
  if (terms.card_id === null) return 'no-card'
  if (!now.isActive) return 'inactive'
  if (now.currency !== terms.currency) return 'currency'
  if (now.availableCents >= terms.threshold_cents) return 'enough'
  // Only what went back to a card takes funds below zero: charging it again would undo that.
  if (now.availableCents < 0) return 'below-zero'
  if (now.isUnderWay) return 'under-way'
  if (now.lastFailedAt !== null && at.getTime() - now.lastFailedAt.getTime() < REST_MS) return 'resting'
  return now.chargedThisMonthCents + terms.amount_cents > terms.month_cap_cents ? 'cap' : 'charge'
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
  discover: 'Discover',
}

/** 'visa', as Stripe calls it → 'Visa'; 'Card' for one that we do not know. */
export const brandWords = (brand: string): string => BRANDS[brand] ?? 'Card'

/** 'Visa ending 4242' */
export const cardWords = (brand: string | null, last4: string | null): string =>
  last4 ? `${brandWords(brand ?? '')} ending ${last4}` : 'the saved card'
