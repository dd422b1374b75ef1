import type { TenantTrx } from '../../database/database.ts'
import { findRemindables } from './remindable-queries.ts'
import { refuseReminder, type ReminderRefusal, type RemindingBusiness } from './reminder-rules.ts'
import type { ReminderWay } from './reminder-countries-rules.ts'
import { choiceOf, readReminderSetting } from './reminder-settings.ts'

export type WaitingReminder = { id: string; reminderOf: string }

/**
 * Of the first texts among these, those after which a review came that is likely or perhaps their customer's; undefined
 * where nobody can know, because reviews are not connected.
 */
export type FindReviewed = (businessId: string, firstTextIds: string[]) => Promise<Set<string> | undefined>

export type RefusedReminder = { id: string; reason: ReminderRefusal }

/** Which reminders that wait, all by one way, may not go any more, and why. `reviewed`: as `FindReviewed` answers. */
export const refuseWaiting = async (
  trx: TenantTrx,
  business: RemindingBusiness & { id: string },
  reminders: WaitingReminder[],
  { now, reviewed, way = 'text' }: { now: Date; reviewed?: Set<string> | undefined; way?: ReminderWay },
): Promise<RefusedReminder[]> => {
  if (reminders.length === 0) return []
  const chosen = choiceOf(await readReminderSetting(trx, business.id))
  // What waits by the way of before is not wanted: the other way would be a second one.
  const choice = chosen?.way === way ? chosen : undefined
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
