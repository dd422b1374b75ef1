import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { refuseWaiting, type FindReviewed, type WaitingReminder } from '../reminding/refuse-waiting.ts'
import type { Reminding } from '../reminding/refuse-text.ts'
import { cancelEach } from './cancel-each.ts'
import type { ClaimRefusal } from './claim-rules.ts'

/** Of texts about to be claimed, the reminders that may not go: the link may have been opened a moment ago. */
export const refuseDueReminders = async <Due extends { reminderOf: string | null }>(
  trx: TenantTrx,
  business: Reminding & { id: string },
  due: Due[],
  now: Date,
  idOf: (one: Due) => string,
): Promise<Map<string, ClaimRefusal>> => {
  const reminders = due.flatMap((one) =>
    one.reminderOf === null ? [] : [{ id: idOf(one), reminderOf: one.reminderOf }],
  )
  const refused = await refuseWaiting(trx, business, reminders, { now })
  return new Map(refused.map(({ id, reason }) => [id, { move: 'cancel', reason }]))
}

/**
 * Before reminders are claimed, and outside of any transaction of the claim: ends those that may not go, also where a
 * review came meanwhile. Returns the ids of those that were ended.
 */
export const endUnwantedReminders = async (
  { db, findReviewed }: { db: Db; findReviewed: FindReviewed },
  businessId: string,
  reminders: WaitingReminder[],
  now: Date,
): Promise<Set<string>> => {
  if (reminders.length === 0) return new Set()
  const reviewed = await findReviewed(
    businessId,
    reminders.map(({ reminderOf }) => reminderOf),
  )
  return asBusiness(db, businessId, async (trx) => {
    // As all code that cancels texts, so that no two transactions deadlock.
    const business = await lockDecisions(trx, businessId)
    const refused = await refuseWaiting(trx, { ...business, id: businessId }, reminders, { now, reviewed })
    await cancelEach(trx, businessId, refused)
    return new Set(refused.map(({ id }) => id))
  })
}
