import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { ATTEMPT_MOVES } from './text-life.ts'

/** The gateway postponed this attempt: it keeps its reservation until it is tried again. */
export const retryLater = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, code, at }: { attemptId: string; code: string; at: Date },
): Promise<void> => {
  const move = ATTEMPT_MOVES.retryLater
  await sql`
    update send_attempts set state = ${sql.lit(move.to)}, error_code = ${code}, retry_at = ${at}
    where business_id = ${businessId} and id = ${attemptId} and state in (${startOf(move)})`.execute(trx)
}

/** These are handed to the gateway again now. */
export const tryAgain = async (
  trx: TenantTrx,
  businessId: string,
  attemptIds: string[],
  now: Date,
): Promise<void> => {
  if (attemptIds.length === 0) return
  const move = ATTEMPT_MOVES.tryAgain
  await sql`
    update send_attempts
    set state = ${sql.lit(move.to)}, claimed_at = ${now}, tries = tries + 1, retry_at = null
    where business_id = ${businessId} and id = any(${attemptIds}::uuid[]) and state in (${startOf(move)})`.execute(
    trx,
  )
}
