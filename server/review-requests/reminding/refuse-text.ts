import { reasonOfRules, type ReviewRules } from '../deciding/review-rules.ts'
import type { RemindableText } from './remindable-queries.ts'
import {
  refuseReminder,
  type ReminderChoice,
  type ReminderRefusal,
  type RemindingBusiness,
} from './reminder-rules.ts'
import type { ReminderSetting } from './reminder-settings.ts'

export type Reminding = RemindingBusiness & { rules: ReviewRules }

type Known = { now: Date; hasLikelyReview: RemindableText['hasLikelyReview']; spare?: 0 | 1 }

/**
 * Why no reminder follows this text, by all that is on record of it and of its owner's rules; the first reason that
 * holds. A text that waits stays while Xero cannot be asked, and is asked about before it goes; a mail is not.
 */
export const refuseText = (
  text: RemindableText,
  business: Reminding,
  {
    setting,
    choice,
  }: { setting: Pick<ReminderSetting, 'onSince'> | null; choice: ReminderChoice | undefined },
  { now, hasLikelyReview, spare = 0 }: Known,
): ReminderRefusal | undefined => {
  const isBefore = !setting?.onSince || (text.sentAt !== null && text.sentAt < setting.onSince)
  const refusal = refuseReminder({ ...text, hasLikelyReview }, business, isBefore ? undefined : choice, {
    now,
    spare,
  })
  if (refusal) return refusal
  if (reasonOfRules(business.rules, text.ruled)) return 'left_out'
  // Before a text Xero is asked, which tells a prepayment from a credit note.
  if (choice?.way === 'email' && !text.isPaidInMoney) return 'no_payment'
  const isAskedBefore = spare === 1 && choice?.way === 'text'
  return text.isConnected || isAskedBefore ? undefined : 'not_connected'
}
