import { sql, type RawBuilder } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../../database/database.ts'
import { INVOICE_OF_R } from '../../../database/invoice-of-text.ts'
import { lockDecisions } from '../../deciding/decision-queries.ts'
import { cancelRequests } from '../../life/end-requests.ts'
import { failAttempts } from '../../life/fail-attempts.ts'
import { wakeSender } from '../../life/release-requests.ts'

/** Of `send_attempts`: neither found nor ruled out at the gateway, and looked for no more. The operator decides. */
export const IS_STUCK: RawBuilder<boolean> = sql<boolean>`state = 'unknown' and next_look_at is null`

export type StuckAttempt = {
  id: string
  businessId: string
  businessName: string
  invoice: string
  claimedAt: Date
  /** `never_accepted`: two attempts were not found. `ambiguous`: there is a text that may be it. */
  why: string
}

export const listStuck = async (db: Db, most: number): Promise<StuckAttempt[]> => {
  const { rows } = await sql<StuckAttempt>`
    select a.id, a.business_id as "businessId", b.name as "businessName", coalesce(r.invoice_number, ${INVOICE_OF_R}::text) as invoice,
           a.claimed_at as "claimedAt", coalesce(a.error_code, '') as why
    from (select * from send_attempts where ${IS_STUCK}) a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    join businesses b on b.id = a.business_id
    order by a.claimed_at, a.id
    limit ${most}`.execute(db)
  return rows
}

/** `resting`: of those `settled`, the texts that were cancelled instead of sent once more. */
export type Settled = { settled: number; resting: number }

type Beside = (trx: TenantTrx, businessId: string, id: string, isResting: boolean) => Promise<void>

/**
 * Settles attempts that wait for the operator: `resend` sends their requests once more, or cancels them where their
 * customer was asked since and rests; `failStuck` fails them. Either way their price is released; `beside` is done in
 * the transaction of each. Returns how many still waited, whoever else settles them at the same time.
 */
export const settleStuck = async (
  db: Db,
  ids: string[],
  move: 'resend' | 'failStuck',
  beside: Beside = async () => undefined,
): Promise<Settled> => {
  const { rows } = await sql<{ id: string; businessId: string; requestId: string }>`
    select id, business_id as "businessId", request_id as "requestId" from send_attempts
    where id = any(${ids}::uuid[]) and ${IS_STUCK}`.execute(db)
  const all = { settled: 0, resting: 0 }
  for (const { id, businessId, requestId } of rows)
    await asBusiness(db, businessId, async (trx) => {
      // Nobody is decided to be asked meanwhile.
      const { cooldownDays } = await lockDecisions(trx, businessId)
      const moved = await failAttempts(trx, businessId, [{ attemptId: id, code: 'never_accepted', move }])
      if (moved === 0) return
      const isResting = move === 'resend' && (await isAskedSince(trx, businessId, requestId, cooldownDays))
      if (isResting) await cancelRequests(trx, businessId, 'cooldown', { requestIds: [requestId] })
      wakeSender(trx, businessId)
      await beside(trx, businessId, id, isResting)
      all.settled += 1
      if (isResting) all.resting += 1
    })
  return all
}

/** Whether its customer was texted about a later invoice within the rest, or is about to be. A reminder has none. */
const isAskedSince = async (
  trx: TenantTrx,
  businessId: string,
  requestId: string,
  cooldownDays: number,
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from review_requests r
      join review_requests later on later.business_id = r.business_id and later.phone_hash = r.phone_hash
        and later.scheduled_at > r.scheduled_at and later.reminder_of is null
      where r.business_id = ${businessId} and r.id = ${requestId} and r.reminder_of is null
        and later.state not in ('failed', 'cancelled', 'expired')
        and coalesce(later.sent_at, case when later.state = 'unknown' then later.due_at else now() end)
          > now() - ${cooldownDays} * interval '1 day') as is`.execute(trx)
  return rows[0]!.is
}
