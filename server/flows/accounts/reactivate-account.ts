import { sql } from 'kysely'
import type { ReactivateResponse } from '../../../contracts/sessions.ts'
import { enqueueCheckPlace } from '../../businesses/enqueue-check-place.ts'
import { asSystem, type Db } from '../../database/database.ts'
import { findAccount, lockAccount } from '../../sessions/account-queries.ts'
import { takeBackErasure } from '../erasing/ask-to-erase.ts'
import { findTokenUser, issueOneTimeToken, redeemOneTimeToken } from '../../sessions/one-time-token.ts'

/**
 * Reactivates the account of the person who has just signed in for this. The token returned opens the session. That
 * the business was to be erased is taken back with it. Throws Refusal 401 for a token that is not valid, 409 where it
 * is being erased.
 */
export const reactivateAccount = (
  db: Db,
  { token, browser, now }: { token: string; browser: string | undefined; now: Date },
): Promise<ReactivateResponse> =>
  asSystem(db, async (trx) => {
    // The end of an erasure locks the business before it deletes tokens.
    const holder = await findTokenUser(trx, token)
    if (holder) await lockAccount(trx, holder)
    const userId = await redeemOneTimeToken(trx, { token, browser, purpose: 'reactivate', now })
    await trx.updateTable('users').set({ deactivated_at: null }).where('id', '=', userId).execute()
    const { user, businessId } = await findAccount(trx, userId)
    if (businessId) {
      await takeBackErasure(trx, businessId, { by: { kind: 'owner', name: userId }, now })
      await trx
        .updateTable('businesses')
        .set({
          deactivated_at: null,
          // What an operator paused stays off until she resumes it.
          automation_enabled: sql<boolean>`automation_returns and paused_at is null`,
          automation_returns: sql<boolean>`automation_returns and paused_at is not null`,
        })
        .where('id', '=', businessId)
        .where('deactivated_at', 'is not', null)
        .execute()
      // Google is connected again by asking it for the place that was kept.
      await enqueueCheckPlace(trx, businessId)
    }
    const organisations = businessId
      ? await trx.selectFrom('organisations').select('state').where('business_id', '=', businessId).execute()
      : []
    return {
      user,
      token: await issueOneTimeToken(trx, { userId, browser: browser!, purpose: 'session', now }),
      requiresXeroReconnection:
        organisations.length > 0 && organisations.every(({ state }) => state === 'disconnected'),
    }
  })
