import { sql, type RawBuilder } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../../database/database.ts'
import { INVOICE_OF_R } from '../../../database/invoice-of-text.ts'
import { giveBackAttempt } from './give-back-attempt.ts'

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
 * customer was asked since, or is to be, and rests; `failStuck` fails them. Either way their price is released;
 * `beside` is done in the transaction of each. Returns how many still waited, whoever else settles them meanwhile.
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
      const given = await giveBackAttempt(trx, businessId, { attemptId: id, requestId, move })
      if (!given) return
      await beside(trx, businessId, id, given.isResting)
      all.settled += 1
      if (given.isResting) all.resting += 1
    })
  return all
}
