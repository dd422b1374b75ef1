import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { WAITING } from '../life/text-life.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { lockFunds } from './claim-queries.ts'
import {
  reasonOfRules,
  type ReviewRules,
  type RuledInvoice,
  type RuleReason,
} from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'

/** Texts that still wait for what the owner has just left out by a rule are cancelled. Returns how many. */
export const cancelExcluded = async (trx: TenantTrx, businessId: string): Promise<number> => {
  // Waits for decisions that are being made by the rules from before.
  const { rules } = await lockDecisions(trx, businessId)
  const leftOut = await findLeftOut(trx, businessId, rules)
  return cancelEach(trx, businessId, leftOut)
}

/** Cancels each for its reason, by whoever holds the lock on decisions. Returns how many. */
export const cancelEach = async (
  trx: TenantTrx,
  businessId: string,
  unwanted: { id: string; reason: string }[],
): Promise<number> => {
  if (unwanted.length === 0) return 0
  await lockPutOff(
    trx,
    businessId,
    unwanted.map(({ id }) => id),
  )
  let cancelled = 0
  for (const reason of new Set(unwanted.map((one) => one.reason))) {
    const requestIds = unwanted.filter((one) => one.reason === reason).map(({ id }) => id)
    cancelled += await cancelRequests(trx, businessId, reason, { requestIds })
  }
  return cancelled
}

/** A claim takes the funds before its texts: those of a first reason must not be changed before the funds are taken. */
const lockPutOff = async (trx: TenantTrx, businessId: string, requestIds: string[]): Promise<void> => {
  const { rows } = await sql`
    select from send_attempts
    where business_id = ${businessId} and request_id = any(${requestIds}::uuid[]) and state = 'retry'
    order by id
    for update`.execute(trx)
  if (rows.length > 0) await lockFunds(trx, businessId)
}

/** The texts that wait, or that the gateway postponed, whose customers these rules leave out: each with its reason. */
export const findLeftOut = async (
  trx: TenantTrx,
  businessId: string,
  rules: ReviewRules,
): Promise<{ id: string; reason: RuleReason }[]> => {
  const { rows } = await sql<{ id: string; ruled: RuledInvoice }>`
    select r.id, ${RULED_INVOICE} as ruled
    from review_requests r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    ${JOIN_INVOICE_OF_R}
    where r.business_id = ${businessId} and (r.state in (${startOf({ from: WAITING })})
      or r.state = 'sending' and exists (
        select from send_attempts a
        where a.business_id = r.business_id and a.request_id = r.id and a.state = 'retry'))
    order by r.due_at, r.id`.execute(trx)
  return rows.flatMap(({ id, ruled }) => {
    const reason = reasonOfRules(rules, ruled)
    return reason ? [{ id, reason }] : []
  })
}
