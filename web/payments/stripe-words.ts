import { inWords, Refused } from '../lib/problems.ts'

/** What went wrong before the payment page; nothing is charged before it. */
export const stripeWords = (error: unknown): string =>
  error instanceof Refused && (error.problem.code === 'vendor-busy' || error.problem.code === 'vendor-failed')
    ? 'Stripe is not answering; you were not charged. Please try again in a few minutes.'
    : inWords(error)
