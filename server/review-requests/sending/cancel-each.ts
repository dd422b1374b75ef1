import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { lockFunds } from './claim-queries.ts'

/** Cancels each for its reason, by whoever holds the lock on decisions. Returns how many. */
export const cancelEach = async (
  trx: TenantTrx,
  businessId: string,
  unwanted: { id: string; reason: string }[],
): Promise<number> => {
  if (unwanted.length === 0) return 0
  await lockPostponed(
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
const lockPostponed = async (trx: TenantTrx, businessId: string, requestIds: string[]): Promise<void> => {
  const { rows } = await sql`
    select from send_attempts
    where business_id = ${businessId} and request_id = any(${requestIds}::uuid[]) and state = 'retry'
    order by id
    for update`.execute(trx)
  if (rows.length > 0) await lockFunds(trx, businessId)
}
