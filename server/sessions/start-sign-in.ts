import type { SignInIntent } from '../../contracts/sessions.ts'
import type { Db } from '../database/database.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { sha256 } from '../platform/seal.ts'

export type SignInStarting = {
  redirectUri: string
  /** The secret of the browser that begins, and that alone may finish. */
  browser: string
  intent: SignInIntent
  prompt: 'none' | 'select_account' | undefined
  /** An earlier session of this browser: its person is named to the issuer. */
  earlierSession: string | undefined
  now: Date
}

const ROUND_TRIP_MS = 10 * MINUTE_MS

/** Where to send the browser. Throws VendorFailure when the issuer is out of reach. */
export const startSignIn = async (
  { db, oidc }: { db: Db; oidc: Oidc },
  { redirectUri, browser, intent, prompt, earlierSession, now }: SignInStarting,
): Promise<string> => {
  const loginHint = prompt === 'none' ? await subjectOf(db, earlierSession) : undefined
  const { url, state, nonce, codeVerifier } = await oidc.start({
    redirectUri,
    ...(prompt ? { prompt } : {}),
    ...(loginHint ? { loginHint } : {}),
  })
  await db
    .insertInto('sign_in_states')
    .values({
      state_hash: sha256(state),
      browser_hash: sha256(browser),
      nonce,
      code_verifier: codeVerifier,
      intent,
      is_silent: prompt === 'none',
      expires_at: new Date(now.getTime() + ROUND_TRIP_MS),
    })
    .execute()
  return url
}

/** A person with several accounts at the issuer can be signed in silently only with a named one. */
const subjectOf = async (db: Db, session: string | undefined): Promise<string | undefined> => {
  if (!session) return undefined
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.subject')
    .where('s.token_hash', '=', sha256(session))
    .executeTakeFirst()
  return row?.subject
}
