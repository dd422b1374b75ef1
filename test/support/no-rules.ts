import type { ReviewRules } from '../../server/review-requests/deciding/review-rules.ts'

/** Of an owner who leaves nobody out. */
export const NO_RULES: ReviewRules = {
  excludedContacts: [],
  excludedWords: [],
  excludedGroups: [],
  excludedTracking: [],
  leavesOutDeposits: false,
  invoiceWords: [],
  smallestCents: null,
}
