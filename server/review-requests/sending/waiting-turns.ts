import { sql } from 'kysely'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import type { Reader, TenantTrx } from '../../database/database.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { PACED } from '../life/postpone-requests.ts'

/** Texts that wait for their turn, because many invoices were paid at once. Null where none does. */
export const findTurns = async (db: Reader, businessId: string): Promise<ReviewRequestSummary['turns']> => {
  type Turns = { count: number; firstAt: Date; lastAt: Date; perDay: number }
  const { rows } = await sql<Turns>`
    select w.*, coalesce(b.pace_per_day, w.count) as "perDay"
    from businesses b, (
      select count(*)::int as count, min(due_at) as "firstAt", max(due_at) as "lastAt"
      from review_requests
      where business_id = ${businessId} and state = 'scheduled' and state_reason = ${PACED}) w
    where b.id = ${businessId} and w.count > 0`.execute(db)
  const [turns] = rows
  return turns ? { ...turns, firstAt: turns.firstAt.toISOString(), lastAt: turns.lastAt.toISOString() } : null
}

/** The owner does not want to ask these customers. Returns how many texts were cancelled; others are on their way. */
export const skipTurns = async (trx: TenantTrx, businessId: string): Promise<number> => {
  // Taken first, as by all code that cancels texts, so that no two transactions deadlock.
  await lockDecisions(trx, businessId)
  const { rows } = await sql<{ id: string }>`
    select id from review_requests
    where business_id = ${businessId} and state = 'scheduled' and state_reason = ${PACED}
    order by due_at, id
    for update`.execute(trx)
  return cancelRequests(trx, businessId, 'skipped_by_owner', { requestIds: rows.map(({ id }) => id) })
}
