import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { CANCELLED_BY_OWNER } from '../holding/holding-rules.ts'
import { wakeSender } from './release-requests.ts'
import { REQUEST_MOVES } from './text-life.ts'

type Of = { businessId: string; id: string }

/** It is not sent until its owner lets it go. It waits for funds no longer: that begins anew. */
export const holdRequest = async (
  trx: TenantTrx,
  { businessId, id, now }: Of & { now: Date },
): Promise<void> => {
  const { hold } = REQUEST_MOVES
  await sql`
    update review_requests
    set state = ${sql.lit(hold.to)}, held_at = ${now}, state_reason = null, waiting_since = null, turn_at = null
    where business_id = ${businessId} and id = ${id} and state in (${startOf(hold)})`.execute(trx)
}

/** Due at `dueAt`: released, or sent now, which is the next turn. */
export const resumeRequest = async (
  trx: TenantTrx,
  { businessId, id, dueAt, move }: Of & { dueAt: Date; move: 'resume' | 'sendNow' },
): Promise<void> => {
  const { to, from } = REQUEST_MOVES[move]
  await sql`
    update review_requests
    set state = ${sql.lit(to)}, due_at = ${dueAt}, held_at = null, state_reason = null,
        turn_at = ${move === 'sendNow' ? dueAt : null}::timestamptz
    where business_id = ${businessId} and id = ${id} and state in (${startOf({ from })})`.execute(trx)
  wakeSender(trx, businessId)
}

/**
 * Waits as before its owner cancelled it, held where it was held, for funds anew; Xero is asked again before it goes.
 */
export const uncancelRequest = async (
  trx: TenantTrx,
  { businessId, id, dueAt }: Of & { dueAt: Date },
): Promise<void> => {
  const { undoCancel, undoCancelHeld } = REQUEST_MOVES
  await sql`
    update review_requests
    set state = case when held_at is null then ${sql.lit(undoCancel.to)} else ${sql.lit(undoCancelHeld.to)} end,
        state_reason = null, due_at = case when held_at is null then ${dueAt} else due_at end,
        checked_at = to_timestamp(0), turn_at = null, waiting_since = null
    where business_id = ${businessId} and id = ${id} and state in (${startOf(undoCancel)})
      and state_reason = ${CANCELLED_BY_OWNER}`.execute(trx)
  wakeSender(trx, businessId)
}
