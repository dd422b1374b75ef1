import type { TenantTrx } from '../../database/database.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { cancelEach } from './cancel-each.ts'
import { findLeftOut } from './left-out-queries.ts'

/** Texts that still wait for what the owner has just left out by a rule are cancelled. Returns how many. */
export const cancelExcluded = async (trx: TenantTrx, businessId: string): Promise<number> => {
  // Waits for decisions that are being made by the rules from before.
  const { rules } = await lockDecisions(trx, businessId)
  const leftOut = await findLeftOut(trx, businessId, rules)
  return cancelEach(trx, businessId, leftOut)
}
