import { inWords, isCode } from '../lib/problems.ts'

/** What went wrong before the payment page; nothing is charged before it. */
export const stripeWords = (error: unknown): string =>
  isCode(error, 'vendor-busy') || isCode(error, 'vendor-failed')
    ? 'Stripe is not answering; you were not charged. Please try again in a few minutes.'
    : inWords(error)
