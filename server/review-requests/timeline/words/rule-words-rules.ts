import type { Explanation } from '../../../../contracts/shared/values.ts'
import type { RuleReason } from '../../deciding/review-rules.ts'

/** One of the owner's rules cancelled a text that waited. */
export const isOfRule = (reason: string | null): reason is RuleReason =>
  reason !== null && Object.hasOwn(WORDS, reason)

/** In the past and without advice: by now the rule may be another. */
export const ruleWords = (reason: RuleReason): Explanation => ({
  what: `One of your rules cancelled it: ${WORDS[reason]}.`,
})

const WORDS: Record<RuleReason, string> = {
  excluded_contact: 'you had asked us never to text this customer',
  excluded_word: 'their name had a word that you left out then',
  excluded_group: 'they were in a contact group in Xero that you left out then',
  excluded_tracking: 'it was tracked in Xero under something that you left out then',
  deposit_invoice: 'it looked like a deposit or progress invoice, and you left these out then',
  excluded_invoice_word: 'its reference or number had a word that you left out then',
  below_smallest_amount: 'it was below the smallest amount that you asked for then',
}
