import { sql, type RawBuilder } from 'kysely'
import { startOf } from '../../database/moves.ts'
import { ATTEMPT_MOVES, REQUEST_MOVES } from './text-life.ts'

export type BegunAttempt = {
  attemptId: string
  requestId: string
  /** Counted from 1. */
  number: number
  phone: string
  body: string
  segments: number
  cents: number
  /** Its business's own, by which it is handed over; null for the shared one. */
  sender: string | null
}

/** Each attempt is recorded and its request is `sending`, before the gateway is called. */
export const attemptsBegun = (
  businessId: string,
  begun: BegunAttempt[],
  now: Date,
): RawBuilder<unknown> => sql`
    with claim as (
      select * from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as c (
        "attemptId" uuid, "requestId" uuid, number smallint, phone text, body text, segments smallint, cents integer,
        sender text)
    ), recorded as (
      insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, claimed_at,
                                 sender)
      select ${businessId}, "attemptId", "requestId", number, ${sql.lit(ATTEMPT_MOVES.begin.to)}, phone, cents, ${now}, sender
      from claim
    )
    update review_requests r
    set state = ${sql.lit(REQUEST_MOVES.begin.to)}, state_reason = null, waiting_since = null, due_at = ${now}, turn_at = null,
        attempts = claim.number, body = claim.body, segments = claim.segments, price_cents = claim.cents
    from claim
    where r.business_id = ${businessId} and r.id = claim."requestId"
      and r.state in (${startOf(REQUEST_MOVES.begin)})`
