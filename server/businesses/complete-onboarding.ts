import { sql } from 'kysely'
import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import { lockAccount } from '../sessions/account-queries.ts'
import { Refusal } from '../platform/errors.ts'

/**
 * Switches texts on, or where an operator paused them, once she resumes them, and marks the owner as onboarded. Doing
 * it again changes nothing. Throws Refusal 409 while no Xero organisation is connected, or where the business is not
 * the one of `googleReviewUrl`, which her screen shows.
 */
export const completeOnboarding = (
  db: Db,
  {
    userId,
    businessId,
    googleReviewUrl,
    now,
  }: { userId: string; businessId: string; googleReviewUrl: string | undefined; now: Date },
): Promise<void> =>
  asSystem(db, async (trx) => {
    await lockAccount(trx, userId)
    const { onboarded_at } = await trx
      .selectFrom('users')
      .select('onboarded_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (onboarded_at) return
    if (googleReviewUrl !== undefined) await refuseAnother(trx, businessId, googleReviewUrl)
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

const refuseAnother = async (trx: SystemTrx, businessId: string, shownUrl: string): Promise<void> => {
  const { name, review_url } = await trx
    .selectFrom('businesses')
    .select(['name', 'review_url'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  if (review_url === shownUrl) return
  const message = `Another business was chosen meanwhile: ${name}. You are not live yet.`
  throw new Refusal('changed-meanwhile', 409, message)
}
