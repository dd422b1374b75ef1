import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { releaseFunds } from '../../ledger/reserve-funds.ts'
import { letWaitingGo } from './let-waiting-go.ts'

export type FailedAttempt = { attemptId: string; code: string; state: 'failed' | 'cancelled' | 'scheduled' }

/**
 * The gateway certainly did not take these: their money goes back. Their requests fail, are called off, or (state
 * 'scheduled', after an attempt that proved absent) are due once more.
 */
export const failAttempts = async (trx: Trx, businessId: string, failed: FailedAttempt[]): Promise<void> => {
  if (failed.length === 0) return
  const { rows } = await sql<{ reference: string; cents: number }>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as t ("attemptId" uuid, code text, state text)
    ), settled as (
      update send_attempts a
      set state = case when told.state = 'scheduled' then 'absent' else 'rejected' end, error_code = told.code,
          settled_at = now(), next_look_at = null, retry_at = null
      from told
      where a.business_id = ${businessId} and a.id = told."attemptId" and a.state in ('sending', 'retry', 'unknown')
      returning a.id, a.request_id, a.price_cents, told.code, told.state
    ), moved as (
      update review_requests r
      set state = settled.state, state_reason = settled.code,
          failed_at = case when settled.state = 'failed' then now() end,
          -- Too long ago to count: Xero is asked again before another attempt.
          checked_at = case when settled.state = 'scheduled' then to_timestamp(0) else r.checked_at end
      from settled
      where r.business_id = ${businessId} and r.id = settled.request_id and r.state in ('sending', 'unknown')
    )
    select id::text as reference, price_cents as cents from settled`.execute(trx)
  if (rows.length === 0) return
  await releaseFunds(trx, businessId, rows)
  await letWaitingGo(trx, businessId, rows.length)
}
