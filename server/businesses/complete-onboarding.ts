import { sql } from 'kysely'
import { asSystem, type Db } from '../database/database.ts'
import { lockAccount } from '../sessions/account-queries.ts'
import { Refusal } from '../platform/errors.ts'

/**
 * Switches texts on, or where an operator paused them, once she resumes them, and marks the owner as onboarded. Doing
 * it again changes nothing. Throws Refusal 409 while no business is chosen or no Xero organisation is connected.
 */
export const completeOnboarding = (
  db: Db,
  { userId, businessId, now }: { userId: string; businessId: string; now: Date },
): Promise<void> =>
  asSystem(db, async (trx) => {
    await lockAccount(trx, userId)
    const { onboarded_at } = await trx
      .selectFrom('users')
      .select('onboarded_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (onboarded_at) return
    const connected = await trx
      .selectFrom('organisations')
      .select('tenant_id')
      .where('business_id', '=', businessId)
      .where('state', '<>', 'disconnected')
      .executeTakeFirst()
    if (!connected) throw new Refusal('xero-not-connected', 409, 'Please connect Xero first.')
    await trx.updateTable('users').set({ onboarded_at: now }).where('id', '=', userId).execute()
    await trx
      .updateTable('businesses')
      .set({
        automation_enabled: sql<boolean>`paused_at is null`,
        automation_returns: sql<boolean>`automation_returns or paused_at is not null`,
      })
      .where('id', '=', businessId)
      .execute()
  })
