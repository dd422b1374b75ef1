import { sql, type RawBuilder } from 'kysely'
import { startOf } from '../../database/moves.ts'
import { columnsOf, COLUMNS, type ToSchedule } from './schedule-requests.ts'
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

/**
 * Each attempt is recorded and its request is `sending`, before the gateway is called. Since when it waited for funds
 * stays, for its story.
 */
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
    set state = ${sql.lit(REQUEST_MOVES.begin.to)}, state_reason = null, due_at = ${now}, turn_at = null,
        attempts = claim.number, body = claim.body, segments = claim.segments, price_cents = claim.cents
    from claim
    where r.business_id = ${businessId} and r.id = claim."requestId"
      and r.state in (${startOf(REQUEST_MOVES.begin)})`

/** Its first attempt, and the request as it was decided. */
export type BegunText = { attempt: BegunAttempt; decided: ToSchedule }

/**
 * Texts that are due when they are decided begin as `sending`: a row is written once that would be changed at once. The
 * statement fails where any of these invoices has a request, be it another business's.
 */
export const textsBegun = (
  { businessId, tenantId }: { businessId: string; tenantId: string },
  begun: BegunText[],
  { now, askedAt }: { now: Date; askedAt: Date },
): RawBuilder<unknown> => {
  const rows = begun.map(({ attempt, decided }) => ({ ...columnsOf(decided), ...attempt }))
  return sql`
    with text as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${COLUMNS},
        "attemptId" uuid, "requestId" uuid, number smallint, body text, segments smallint, cents integer, sender text)
    ), recorded as (
      insert into review_requests (business_id, tenant_id, invoice_id, id, state, customer_name, first_name,
                                   customer_phone, customer_email, phone_hash, phone_country, invoice_number,
                                   link_token, correlation_id, scheduled_at, due_at, meant_at, checked_at, attempts,
                                   body, segments, price_cents)
      select ${businessId}, ${tenantId}, invoice_id, "requestId", ${sql.lit(REQUEST_MOVES.beginAtOnce.to)},
             customer_name, first_name, customer_phone, customer_email, phone_hash, phone_country, invoice_number,
             link_token, correlation_id, ${now}, ${now}, due_at, ${askedAt}, number, body, segments, cents
      from text
    )
    insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, claimed_at, sender)
    select ${businessId}, "attemptId", "requestId", number, ${sql.lit(ATTEMPT_MOVES.begin.to)}, customer_phone, cents,
           ${now}, sender
    from text`
}
