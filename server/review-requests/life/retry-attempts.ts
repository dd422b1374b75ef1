import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { ATTEMPT_MOVES } from './text-life.ts'

/** The gateway postponed this attempt: it keeps its reservation until it is tried again. `tries`: those that count. */
export const retryLater = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, code, at, tries }: { attemptId: string; code: string; at: Date; tries: number },
): Promise<void> => {
  const move = ATTEMPT_MOVES.retryLater
  await sql`
    update send_attempts set state = ${sql.lit(move.to)}, error_code = ${code}, retry_at = ${at}, tries = ${tries}
    where business_id = ${businessId} and id = ${attemptId} and state in (${startOf(move)})`.execute(trx)
}

/** These are handed to the gateway again now, by the sender that each names. */
export const tryAgain = async (
  trx: TenantTrx,
  businessId: string,
  attempts: { attemptId: string; sender: string | null }[],
  now: Date,
): Promise<void> => {
  if (attempts.length === 0) return
  const move = ATTEMPT_MOVES.tryAgain
  await sql`
    update send_attempts a
    set state = ${sql.lit(move.to)}, claimed_at = ${now}, tries = tries + 1, retry_at = null, sender = t.sender
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as t ("attemptId" uuid, sender text)
    where a.business_id = ${businessId} and a.id = t."attemptId" and a.state in (${startOf(move)})`.execute(
    trx,
  )
}
