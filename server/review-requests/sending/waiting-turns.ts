import { sql } from 'kysely'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import type { Reader, TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { PENDING_DAYS } from './claim-rules.ts'

type Found = {
  count: number
  planned: number
  tooLate: number
  firstAt: Date
  lastAt: Date
  perHour: number
  perDay: number
}

/**
 * Texts that wait for their turn, because there are more than the pace lets go: those that have one, and before the
 * sending hours begin those that will need one. Null where none does.
 */
export const findTurns = async (db: Reader, businessId: string): Promise<ReviewRequestSummary['turns']> => {
  const { rows } = await sql<Found>`
    select w.*, b.pace_per_hour as "perHour", b.pace_per_day as "perDay"
    from businesses b, (
      select count(*)::int as count, count(turn_at)::int as planned, min(due_at) as "firstAt", max(due_at) as "lastAt",
             count(*) filter (where due_at > meant_at + ${PENDING_DAYS} * interval '1 day')::int as "tooLate"
      from review_requests
      where business_id = ${businessId} and state = 'scheduled') w
    where b.id = ${businessId} and b.pace_per_hour is not null
      and (w.planned > 0 or w.count > b.pace_per_hour)`.execute(db)
  const [found] = rows
  if (!found) return null
  const { count, planned, tooLate, perDay, firstAt, lastAt } = found
  const daysMore = Math.floor((count - planned) / perDay)
  const endsAt = new Date(lastAt.getTime() + daysMore * DAY_MS)
  return { count, tooLate, perDay, firstAt: firstAt.toISOString(), lastAt: endsAt.toISOString() }
}

/**
 * The owner does not want to ask the customers whose texts she saw waiting, up to the moment of the last. Returns how
 * many texts were cancelled; others are on their way.
 */
export const skipTurns = async (trx: TenantTrx, businessId: string, seenUntil: Date): Promise<number> => {
  // Taken first, as by all code that cancels texts, so that no two transactions deadlock.
  await lockDecisions(trx, businessId)
  const { rows } = await sql<{ id: string }>`
    select id from review_requests
    where business_id = ${businessId} and state = 'scheduled' and due_at <= ${seenUntil}
    order by due_at, id
    for update`.execute(trx)
  return cancelRequests(trx, businessId, 'skipped_by_owner', { requestIds: rows.map(({ id }) => id) })
}
