import type { TenantTrx } from '../../database/database.ts'
import { findRemindables } from './remindable-queries.ts'
import { refuseReminder, type ReminderRefusal, type RemindingBusiness } from './reminder-rules.ts'
import { readReminderSetting, textChoiceOf } from './reminder-settings.ts'

export type WaitingReminder = { id: string; reminderOf: string }

/**
 * Of the first texts among these, those after which a review came that is likely or perhaps their customer's; undefined
 * where nobody can know, because reviews are not connected.
 */
export type FindReviewed = (businessId: string, firstTextIds: string[]) => Promise<Set<string> | undefined>

export type RefusedReminder = { id: string; reason: ReminderRefusal }

/** Which reminders that wait may not go any more, and why. `reviewed`: as `FindReviewed` answers. */
export const refuseWaiting = async (
  trx: TenantTrx,
  business: RemindingBusiness & { id: string },
  reminders: WaitingReminder[],
  { now, reviewed }: { now: Date; reviewed?: Set<string> | undefined },
): Promise<RefusedReminder[]> => {
  if (reminders.length === 0) return []
  const choice = textChoiceOf(await readReminderSetting(trx, business.id))
  const ids = reminders.map(({ reminderOf }) => reminderOf)
  const texts = await findRemindables(trx, business.id, { ids, now })
  return reminders.flatMap(({ id, reminderOf }) => {
    const text = texts.get(reminderOf)
    if (!text) return [{ id, reason: 'not_sent' as const }]
    const facts = { ...text, hasLikelyReview: reviewed?.has(reminderOf) }
    const reason = refuseReminder(facts, business, choice, { now, spare: 1 })
    return reason ? [{ id, reason }] : []
  })
}
