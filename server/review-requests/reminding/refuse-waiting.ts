import type { TenantTrx } from '../../database/database.ts'
import { findRemindables } from './remindable-queries.ts'
import { refuseText, type Reminding } from './refuse-text.ts'
import { keptReason, type Remindable, type ReminderRefusal } from './reminder-rules.ts'
import type { ReminderWay } from '../../../contracts/shared/reminders.ts'
import { choiceOf, readReminderSetting } from './reminder-settings.ts'

export type WaitingReminder = { id: string; reminderOf: string }

/**
 * First texts after which a review came that is likely or perhaps their customer's, and those of which that is unknown,
 * since so much came. Undefined where nobody can know, because reviews are not connected.
 */
export type Reviewed = ReadonlyMap<string, 'likely' | 'unknown'> | undefined

/** Looks at the first texts among these. */
export type FindReviewed = (businessId: string, firstTextIds: string[]) => Promise<Reviewed>

export const likelyReviewOf = (reviewed: Reviewed, firstTextId: string): Remindable['hasLikelyReview'] => {
  if (!reviewed) return undefined
  const found = reviewed.get(firstTextId)
  return found === 'unknown' ? found : found === 'likely'
}

export type RefusedReminder = { id: string; reason: ReminderRefusal }

/** Which reminders that wait, all by one way, may not go any more, each with the reason that is kept of it. */
export const refuseWaiting = async (
  trx: TenantTrx,
  business: Reminding & { id: string },
  reminders: WaitingReminder[],
  { now, reviewed, way = 'text' }: { now: Date; reviewed?: Reviewed; way?: ReminderWay },
): Promise<RefusedReminder[]> => {
  if (reminders.length === 0) return []
  const setting = await readReminderSetting(trx, business.id)
  const chosen = choiceOf(setting)
  // What waits by the way of before is not wanted: the other way would be a second one.
  const choice = chosen?.way === way ? chosen : undefined
  const ids = reminders.map(({ reminderOf }) => reminderOf)
  const texts = await findRemindables(trx, business.id, { ids, now })
  return reminders.flatMap(({ id, reminderOf }) => {
    const text = texts.get(reminderOf)
    if (!text) return [{ id, reason: 'not_sent' as const }]
    const known = { now, hasLikelyReview: likelyReviewOf(reviewed, reminderOf), spare: 1 as const }
    const reason = refuseText(text, business, { setting, choice }, known)
    return reason ? [{ id, reason: keptReason(reason) }] : []
  })
}
