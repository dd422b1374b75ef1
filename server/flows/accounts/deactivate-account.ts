import { sql } from 'kysely'
import { asSystem, type Db, type SystemTrx } from '../../database/database.ts'
import { removeCard } from '../../payments/auto-top-ups/set-auto-top-up.ts'
import { disconnectOrganisations } from '../../organisations/connecting/disconnect-organisations.ts'
import { detachProfile } from '../../reviews/connecting/detach-profile.ts'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'
import { cancelRequests } from '../../review-requests/life/end-requests.ts'
import { lockAccount } from '../../sessions/account-queries.ts'
import { endAllSessions } from '../../sessions/session.ts'
import { forgetTestNumbers } from '../../test-texts/test-number-queries.ts'

/**
 * All of it or nothing: the person is signed out everywhere, nothing more is texted or charged, Xero and Google are
 * disconnected, the card and confirmed numbers deleted. Funds and chosen place stay. What the gateway has of texts is
 * still recorded.
 */
export const deactivateAccount = (
  db: Db,
  { userId, businessId, now }: { userId: string; businessId: string | undefined; now: Date },
): Promise<void> =>
  asSystem(db, async (trx) => {
    await lockAccount(trx, userId)
    await deactivateUser(trx, userId, now)
    if (businessId) await stopBusiness(trx, businessId, now)
  })

/** The same for all who sign in for this business. */
export const deactivateBusiness = async (trx: SystemTrx, businessId: string, now: Date): Promise<void> => {
  const users = await trx.selectFrom('users').select('id').where('business_id', '=', businessId).execute()
  for (const { id } of users) await deactivateUser(trx, id, now)
  await stopBusiness(trx, businessId, now)
}

const deactivateUser = async (trx: SystemTrx, userId: string, now: Date): Promise<void> => {
  await trx.updateTable('users').set({ deactivated_at: now }).where('id', '=', userId).execute()
  await endAllSessions(trx, userId, now)
}

const stopBusiness = async (trx: SystemTrx, businessId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('businesses')
    .set({
      deactivated_at: sql<Date>`coalesce(deactivated_at, ${now})`,
      // What an operator paused, or what was deactivated before, returns to where it was before.
      automation_returns: sql<boolean>`case when paused_at is null and deactivated_at is null
        then automation_enabled else automation_returns end`,
      automation_enabled: false,
      place_checked_at: null,
      place_missing_at: null,
    })
    .where('id', '=', businessId)
    .execute()
  await removeCard(trx, businessId)
  await trx.deleteFrom('xero_consents').where('business_id', '=', businessId).execute()
  await trx.deleteFrom('profile_consents').where('business_id', '=', businessId).execute()
  await detachProfile(trx, { businessId, now })
  await forgetTestNumbers(trx, businessId, now)
  // A sync that read the account as active decides first: what it schedules is cancelled as well, what it claimed goes.
  await lockDecisions(trx, businessId)
  await cancelRequests(trx, businessId, 'account_deactivated')
  await disconnectOrganisations(trx, { businessId, reason: 'The account was deactivated.', now })
  // What is paid while the account is deactivated is never texted: it goes live anew when Xero is connected again.
  await trx
    .updateTable('organisations')
    .set({ live_since: null })
    .where('business_id', '=', businessId)
    .execute()
}
