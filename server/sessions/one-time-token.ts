import type { SystemTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { newSecret, sha256 } from '../platform/seal.ts'

export type TokenPurpose = 'session' | 'reactivate'

const LIFE_MS = 60_000

/** A token that may stand in an address: valid once, for a minute, for one purpose, in this browser only. */
export const issueOneTimeToken = async (
  trx: SystemTrx,
  { userId, browser, purpose, now }: { userId: string; browser: string; purpose: TokenPurpose; now: Date },
): Promise<string> => {
  const token = newSecret()
  await trx
    .insertInto('one_time_tokens')
    .values({
      token_hash: sha256(token),
      browser_hash: sha256(browser),
      user_id: userId,
      purpose,
      expires_at: new Date(now.getTime() + LIFE_MS),
    })
    .execute()
  return token
}

/** Whose token it is, whether or not it is valid: who redeems it may have to lock the account first. */
export const findTokenUser = async (trx: SystemTrx, token: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst()
  )?.user_id

/** Returns whose token it was. Throws Refusal 401 for one that is unknown, used, too old, or another browser's. */
export const redeemOneTimeToken = async (
  trx: SystemTrx,
  wanted: { token: string; browser: string | undefined; purpose: TokenPurpose; now: Date },
): Promise<string> => {
  const redeemed = wanted.browser
    ? await trx
        .updateTable('one_time_tokens')
        .set({ consumed_at: wanted.now })
        .where('token_hash', '=', sha256(wanted.token))
        .where('browser_hash', '=', sha256(wanted.browser))
        .where('purpose', '=', wanted.purpose)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', wanted.now)
        .returning('user_id')
        .executeTakeFirst()
    : undefined
  if (!redeemed) {
    throw new Refusal(
      'token-not-valid',
      401,
      'This sign-in link is used up or too old. Please sign in again.',
    )
  }
  return redeemed.user_id
}
