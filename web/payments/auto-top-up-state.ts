import { AUTO_TOP_UP, type AutoTopUpTerms } from '../../contracts/shared/auto-top-up-terms.ts'
import type { AutoTopUp } from '../../contracts/payments.ts'
import type { ReadAmount } from '../lib/formats/read-amount.ts'

export type WrittenTerms = Record<keyof AutoTopUpTerms, string>

type Reading = { readAmount: (text: string) => ReadAmount }
type Words = { inMoney: (amount: number) => string; ambiguousWords: (text: string) => string }

/** What is wrong with the amounts as written; null when they can be agreed to. */
export const termsProblem = (
  written: WrittenTerms,
  { readAmount, inMoney, ambiguousWords }: Reading & Words,
): string | null => {
  const terms = termsOf(written, readAmount)
  const limits = (name: keyof AutoTopUpTerms, what: string): string | null => {
    const { least, most } = AUTO_TOP_UP[name]
    const fits = (amount: number): boolean => Number.isInteger(amount) && amount >= least && amount <= most
    const read = readAmount(written[name])
    if (read.is === 'ambiguous' && read.readings.some(fits)) return ambiguousWords(written[name])
    if (fits(terms[name])) return null
    return `${what} must be a whole amount from ${inMoney(least)} to ${inMoney(most)}.`
  }
  const { threshold, amount, monthlyCap } = terms
  return (
    limits('threshold', 'The level') ??
    limits('amount', 'A top-up') ??
    limits('monthlyCap', 'The monthly limit') ??
    (amount < threshold ? 'A top-up must not be less than the level that it fills up.' : null) ??
    (monthlyCap < amount ? 'The monthly limit must not be less than one top-up.' : null)
  )
}

/** NaN for what is no amount. */
export const termsOf = (
  { threshold, amount, monthlyCap }: WrittenTerms,
  readAmount: Reading['readAmount'],
): AutoTopUpTerms => {
  const amountIn = (text: string): number => {
    const read = readAmount(text)
    return read.is === 'amount' ? read.amount : Number.NaN
  }
  return { threshold: amountIn(threshold), amount: amountIn(amount), monthlyCap: amountIn(monthlyCap) }
}

export type AutoTopUpState = 'off' | 'no-card' | 'paused' | 'below-zero' | 'capped' | 'on'

/** No card is charged for funds below zero, which would undo what took them there; undefined: not known yet. */
export const stateOf = (now: AutoTopUp, balance: number | undefined): AutoTopUpState => {
  if (!now.isOn) return 'off'
  if (!now.card) return 'no-card'
  if (now.paused) return 'paused'
  if (balance !== undefined && balance < 0) return 'below-zero'
  return now.chargedThisMonth + now.amount > now.monthlyCap ? 'capped' : 'on'
}

const PAUSES: Record<NonNullable<AutoTopUp['paused']>['reason'], string> = {
  declined: 'Your card was declined, so nothing was charged. We do not try again until you say so.',
  authentication:
    'Your bank wants you to confirm the payment yourself, so nothing was charged. We do not try again until you say so.',
  unusable: 'Your saved card cannot be used any more, so nothing was charged. Save another one.',
  taken_back: 'A payment was refunded or disputed. So that this is not undone, your card is not charged.',
  unconfirmed:
    'Our records may have gone back to an earlier moment, and your last change here may be missing. Please check the amounts and the card. Your card is not charged until you switch it on again.',
}

export const pauseInWords = (reason: NonNullable<AutoTopUp['paused']>['reason']): string => PAUSES[reason]

/** Whether there was a charge that she can make herself. */
export const isAboutCharge = (reason: NonNullable<AutoTopUp['paused']>['reason']): boolean =>
  reason !== 'taken_back' && reason !== 'unconfirmed'

/** 'Visa ending 4242, valid until 12/34' */
export const cardInWords = ({ brand, last4, ends }: NonNullable<AutoTopUp['card']>): string =>
  `${brand} ending ${last4}, valid until ${ends}`
