import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { captureFunds, giveFunds, reserveFunds } from '../../ledger/reserve-funds.ts'
import { ATTEMPT_MOVES, REQUEST_MOVES } from './text-life.ts'

export type RecoveredText = {
  businessId: string
  requestId: string
  attemptId: string
  messageSid: string
  body: string | undefined
  segments: number
  cents: number
  sentAt: Date
}

/**
 * A text that went before the database was restored is that of this request: it is sent, with an attempt, and its price
 * is taken, or borne by us where the funds do not cover it. False where the request has another text already.
 */
export const recoverRequest = async (trx: Trx, text: RecoveredText): Promise<boolean> => {
  const { businessId, attemptId, requestId, messageSid, cents } = text
  const { rows: funds } = await sql<{ available: number }>`
    select available_cents as available from balances where business_id = ${businessId} for update`.execute(
    trx,
  )
  const { rows } = await sql`
    with moved as (
      update review_requests
      set state = ${sql.lit(REQUEST_MOVES.recover.to)}, state_reason = null, waiting_since = null, failed_at = null,
          message_sid = ${messageSid}, sent_at = ${text.sentAt}, attempts = attempts + 1, segments = ${text.segments},
          body = coalesce(left(${text.body ?? null}::text, 2000), body), price_cents = ${cents}
      where business_id = ${businessId} and id = ${requestId} and state in (${startOf(REQUEST_MOVES.recover)})
      returning attempts, customer_phone
    )
    insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, claimed_at, settled_at,
                               message_sid)
    select ${businessId}, ${attemptId}, ${requestId}, attempts, ${sql.lit(ATTEMPT_MOVES.recover.to)}, customer_phone, ${cents},
           ${text.sentAt}, now(), ${messageSid}
    from moved
    returning id`.execute(trx)
  if (rows.length === 0) return false
  const price = [{ reference: attemptId, cents }]
  if ((funds[0]?.available ?? 0) < cents) await giveFunds(trx, businessId, price)
  else {
    await reserveFunds(trx, businessId, price)
    await captureFunds(trx, businessId, price)
  }
  return true
}
