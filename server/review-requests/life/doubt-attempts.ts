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

/**
 * Looks cannot settle this one: it is looked for no more and waits for the operator, with its price reserved. A report
 * that came meanwhile for an earlier attempt has settled the request: then it is looked for once more.
 */
export const leaveToOperator = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, code, now }: { attemptId: string; code: 'never_accepted' | 'ambiguous'; now: Date },
): Promise<void> => {
  await sql`
    update send_attempts set next_look_at = null, error_code = ${code}
    where business_id = ${businessId} and id = ${attemptId} and state = 'unknown'`.execute(trx)
  // A second statement, so that it sees what was committed while the first waited for the row.
  await sql`
    update send_attempts a set next_look_at = ${now}
    from review_requests r
    where a.business_id = ${businessId} and a.id = ${attemptId} and a.state = 'unknown'
      and r.business_id = a.business_id and r.id = a.request_id and r.state <> 'unknown'`.execute(trx)
}

/** Attempts of all businesses that were claimed before `claimedBefore` and have no outcome: their worker has ended. */
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
