import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { REQUEST_MOVES } from './text-life.ts'

/** It waits for its turn: its business asks only so many customers in an hour and a day. */
export const PACED = 'paced'

export type Later = { id: string; dueAt: Date; turnAt?: Date; reason?: typeof PACED }

/** Each is due at a later moment: inside the hours of its customer, or at its turn, given where funds cover it. */
export const postponeRequests = async (trx: TenantTrx, businessId: string, late: Later[]): Promise<void> => {
  if (late.length === 0) return
  const { postpone } = REQUEST_MOVES
  await sql`
    update review_requests r set state = ${sql.lit(postpone.to)}, due_at = l."dueAt", state_reason = l.reason,
        turn_at = coalesce(l."turnAt", r.turn_at), waiting_since = case when l."turnAt" is null then r.waiting_since end
    from jsonb_to_recordset(${JSON.stringify(late)}::jsonb) as l (
      id uuid, "dueAt" timestamptz, "turnAt" timestamptz, reason text)
    where r.business_id = ${businessId} and r.id = l.id and r.state in (${startOf(postpone)})`.execute(trx)
}

/** Xero cannot be asked whether their invoices are still paid: these texts, and attempts to be tried again, wait. */
export const postponeUnchecked = async (
  trx: TenantTrx,
  { businessId, requestIds, until }: Unchecked,
): Promise<void> => {
  const { postpone } = REQUEST_MOVES
  // Attempts first, as all code that takes both.
  await sql`
    update send_attempts set retry_at = ${until}
    where business_id = ${businessId} and request_id = any(${requestIds}::uuid[]) and state = 'retry'`.execute(
    trx,
  )
  await sql`
    update review_requests
    set state = ${sql.lit(postpone.to)}, due_at = ${until}, state_reason = 'xero_unreachable'
    where business_id = ${businessId} and id = any(${requestIds}::uuid[]) and state in (${startOf(postpone)})`.execute(
    trx,
  )
}

type Unchecked = { businessId: string; requestIds: string[]; until: Date }

/** With `andYounger` everything that is due waits as well: else it would be looked at again every second. */
export const waitForFunds = async (
  trx: TenantTrx,
  businessId: string,
  ids: string[],
  { now, andYounger }: { now: Date; andYounger: boolean },
): Promise<void> => {
  if (ids.length === 0) return
  const move = REQUEST_MOVES.waitForFunds
  await sql`
    update review_requests
    set state = ${sql.lit(move.to)}, state_reason = 'no_funds', waiting_since = coalesce(waiting_since, ${now})
    where business_id = ${businessId} and state in (${startOf(move)})
      and (id = any(${ids}::uuid[]) or (${andYounger} and state = 'scheduled' and due_at <= ${now}))`.execute(
    trx,
  )
}
