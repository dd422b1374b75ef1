import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'

/**
 * Switches a business off until an operator resumes it; its owner reads why. False where it is paused already. What
 * waits is cancelled at its turn, as when its owner switches off.
 */
export const pauseBusiness = async (
  trx: TenantTrx,
  businessId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update businesses
    set paused_at = ${now}, paused_because = ${reason}, automation_enabled = false,
        automation_returns = case when deactivated_at is null then automation_enabled else automation_returns end
    where id = ${businessId} and paused_at is null`.execute(trx)
  return numAffectedRows === 1n
}

/** Puts its switch back to where the owner had it. False where it is not paused. */
export const resumeBusiness = async (trx: TenantTrx, businessId: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update businesses
    set paused_at = null, paused_because = null, automation_enabled = automation_returns and deactivated_at is null
    where id = ${businessId} and paused_at is not null`.execute(trx)
  return numAffectedRows === 1n
}
