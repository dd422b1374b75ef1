import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { releaseFunds } from '../../ledger/reserve-funds.ts'
import { releaseWaiting } from './release-requests.ts'
import { ATTEMPT_MOVES, REQUEST_MOVES } from './text-life.ts'

/** `resend` and `failStuck` are for an attempt that looks did not find: its request is due once more, or failed. */
export type FailedAttempt = {
  attemptId: string
  code: string
  move: 'reject' | 'stop' | 'takeBack' | 'lapse' | 'resend' | 'failStuck'
}

/**
 * The gateway certainly did not take these: their price is released, and waiting texts may use it. Returns how many
 * were in a state from which they could fail.
 */
export const failAttempts = async (
  trx: Trx,
  businessId: string,
  failed: FailedAttempt[],
): Promise<number> => {
  if (failed.length === 0) return 0
  const given = failed.map(({ attemptId, code, move }) => ({
    attempt_id: attemptId,
    code,
    attempt_from: ATTEMPT_MOVES[move].from,
    attempt_to: ATTEMPT_MOVES[move].to,
    request_from: REQUEST_MOVES[move].from,
    request_to: REQUEST_MOVES[move].to,
  }))
  const { rows } = await sql<{ reference: string; cents: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as t (
        attempt_id uuid, code text, attempt_from text[], attempt_to text, request_from text[], request_to text)
    ), settled as (
      update send_attempts a
      set state = given.attempt_to, error_code = given.code, settled_at = now(), next_look_at = null, retry_at = null
      from given
      where a.business_id = ${businessId} and a.id = given.attempt_id
        and a.state = any(given.attempt_from)
      returning a.id, a.request_id, a.price_cents, given.code, given.request_from, given.request_to
    ), moved as (
      update review_requests r
      set state = settled.request_to, state_reason = settled.code,
          failed_at = case when settled.request_to = 'failed' then now() end,
          ended_at = case when settled.request_to in ('cancelled', 'expired') then now() else r.ended_at end,
          -- So long ago that Xero is asked again before another attempt.
          checked_at = case when settled.request_to = 'scheduled' then to_timestamp(0) else r.checked_at end,
          waiting_since = case when settled.request_to = 'scheduled' then null else r.waiting_since end
      from settled
      where r.business_id = ${businessId} and r.id = settled.request_id
        and r.state = any(settled.request_from)
    )
    select id::text as reference, price_cents as cents from settled`.execute(trx)
  if (rows.length === 0) return 0
  await releaseFunds(trx, businessId, rows)
  await releaseWaiting(trx, businessId, rows.length)
  return rows.length
}
