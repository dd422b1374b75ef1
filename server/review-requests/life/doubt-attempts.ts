import { sql } from 'kysely'
import type { Db, TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { ATTEMPT_MOVES, REQUEST_MOVES } from './text-life.ts'

const moves = { attempt: ATTEMPT_MOVES.doubt, request: REQUEST_MOVES.doubt }

/** No answer came for this attempt: the gateway is asked for it, first at `lookAt`. */
export const doubtAttempt = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, lookAt }: { attemptId: string; lookAt: Date },
): Promise<void> => {
  await sql`
    with doubted as (
      update send_attempts set state = ${sql.lit(moves.attempt.to)}, next_look_at = ${lookAt}
      where business_id = ${businessId} and id = ${attemptId} and state in (${startOf(moves.attempt)})
      returning request_id
    )
    update review_requests r set state = ${sql.lit(moves.request.to)}
    from doubted
    where r.business_id = ${businessId} and r.id = doubted.request_id
      and r.state in (${startOf(moves.request)})`.execute(trx)
}

/** Attempts of all businesses that were claimed before `claimedBefore` and have no outcome: their worker has died. */
export const doubtAbandoned = async (
  db: Db,
  { now, claimedBefore }: { now: Date; claimedBefore: Date },
): Promise<void> => {
  await sql`
    with abandoned as (
      update send_attempts set state = ${sql.lit(moves.attempt.to)}, next_look_at = ${now}
      where state in (${startOf(moves.attempt)}) and claimed_at < ${claimedBefore}
      returning business_id, request_id
    )
    update review_requests r set state = ${sql.lit(moves.request.to)}
    from abandoned a
    where r.business_id = a.business_id and r.id = a.request_id
      and r.state in (${startOf(moves.request)})`.execute(db)
}
