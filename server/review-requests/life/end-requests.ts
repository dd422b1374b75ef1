import { sql, type RawBuilder } from 'kysely'
import { asBusiness, type Db, type Reader, type TenantTrx, type Trx } from '../../database/database.ts'
import { textsAbout } from '../../database/invoice-of-text.ts'
import { startOf } from '../../database/moves.ts'
import { HELD_TOO_LONG } from '../holding/holding-rules.ts'
import { failAttempts } from './fail-attempts.ts'
import { REQUEST_MOVES } from './text-life.ts'

/** The one reason that a later payment undoes; what else is undone says `RESTORED` in schedule-requests.ts. */
export const NO_LONGER_PAID = 'no_longer_paid'

/** Their organisation is the business's own no more: their invoices cannot be read again. */
export const XERO_DISCONNECTED = 'xero_disconnected'

export type EndedRequest = { id: string; move: 'cancel' | 'expire'; reason: string }

/** Each is cancelled or expires, for its reason. */
export const endRequests = async (
  trx: TenantTrx,
  businessId: string,
  ended: EndedRequest[],
): Promise<void> => {
  if (ended.length === 0) return
  const rows = ended.map(({ id, move, reason }) => ({ id, state: REQUEST_MOVES[move].to, reason }))
  await sql`
    update review_requests r set state = e.state, state_reason = e.reason, ended_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, state text, reason text)
    where r.business_id = ${businessId} and r.id = e.id and r.state in (${startOf(REQUEST_MOVES.cancel)})`.execute(
    trx,
  )
}

/** Texts of all businesses expire that have waited for funds too long, or that were meant to go too long ago. */
export const expireLate = async (
  db: Db,
  { waitingBefore, meantBefore }: { waitingBefore: Date; meantBefore: Date },
): Promise<void> => {
  await expireUnfunded(db, waitingBefore)
  await sql`
    update review_requests
    set state = ${sql.lit(REQUEST_MOVES.expire.to)}, ended_at = now(),
        state_reason = case when state = 'held' then ${HELD_TOO_LONG} else 'too_late' end
    where state in (${startOf(REQUEST_MOVES.expire)}) and meant_at < ${meantBefore}`.execute(db)
  const { rows } = await sql<{ attemptId: string; businessId: string }>`
    select a.id as "attemptId", a.business_id as "businessId"
    from send_attempts a join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.state = 'retry' and r.meant_at < ${meantBefore}`.execute(db)
  for (const { attemptId, businessId } of rows)
    await asBusiness(db, businessId, (trx) =>
      failAttempts(trx, businessId, [{ attemptId, code: 'too_late', move: 'lapse' }]),
    )
}

/** Texts of all businesses, or of one, expire that have waited for funds too long. */
export const expireUnfunded = async (db: Reader, waitingBefore: Date, businessId?: string): Promise<void> => {
  const ofOne = businessId === undefined ? sql`` : sql`and business_id = ${businessId}`
  await sql`
    update review_requests
    set state = ${sql.lit(REQUEST_MOVES.expire.to)}, state_reason = 'no_funds', ended_at = now()
    where state = 'waiting_for_funds' and waiting_since < ${waitingBefore} ${ofOne}`.execute(db)
}

/** Which texts of one business to cancel, reminders as well: those to which all of the conditions apply. */
type ToCancel = {
  tenantId?: string | undefined
  invoiceIds?: string[]
  requestIds?: string[]
}

/**
 * Cancels texts that the gateway does not have, and those that it postponed, whose price is released. Returns how
 * many.
 */
export const cancelRequests = async (
  trx: Trx,
  businessId: string,
  reason: string,
  { tenantId, invoiceIds, requestIds }: ToCancel = {},
): Promise<number> => {
  const wanted = sql`
    (${tenantId ?? null}::uuid is null or r.tenant_id = ${tenantId ?? null}::uuid)
      and ${invoiceIds ? sql`r.id in (${textsAbout(businessId, { tenantId, invoiceIds })})` : sql`true`}
      and (${requestIds ?? null}::uuid[] is null or r.id = any(${requestIds ?? null}::uuid[]))`
  const stopped = await stopPostponed(trx, reason, sql`a.business_id = ${businessId} and ${wanted}`)
  const { numAffectedRows } = await sql`
    update review_requests r
    set state = ${sql.lit(REQUEST_MOVES.cancel.to)}, state_reason = ${reason}, ended_at = now()
    where r.business_id = ${businessId} and r.state in (${startOf(REQUEST_MOVES.cancel)})
      and ${wanted}`.execute(trx)
  return Number(numAffectedRows ?? 0) + stopped
}

/**
 * Cancels texts `r` of whatever business that the gateway postponed. It comes before their rows are locked: whoever
 * claims or settles locks the attempt first. One that was claimed meanwhile is left. Returns how many there were.
 */
export const stopPostponed = async (
  trx: Trx,
  reason: string,
  wanted: RawBuilder<unknown>,
): Promise<number> => {
  const { rows } = await sql<{ businessId: string; attemptId: string }>`
    select a.business_id as "businessId", a.id as "attemptId"
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.state = 'retry' and ${wanted}
    order by a.business_id, a.id
    for update of a`.execute(trx)
  for (const [businessId, stopped] of Map.groupBy(rows, (row) => row.businessId))
    await failAttempts(
      trx,
      businessId,
      stopped.map(({ attemptId }) => ({ attemptId, code: reason, move: 'stop' })),
    )
  return rows.length
}

/** Cancels texts that wait, of these businesses, by their ids: for an operator who erases a customer. */
export const cancelAnywhere = async (
  trx: Trx,
  reason: string,
  { businessIds, ids }: { businessIds: string[]; ids: string[] },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update review_requests
    set state = ${sql.lit(REQUEST_MOVES.cancel.to)}, state_reason = ${reason}, ended_at = now()
    where business_id = any(${businessIds}::uuid[]) and id = any(${ids}::uuid[])
      and state in (${startOf(REQUEST_MOVES.cancel)})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
