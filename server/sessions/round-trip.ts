import type { Db } from '../database/database.ts'
import type { SignInStateIntent } from '../database/tables/sessions.ts'
import type { Oidc, SignInResult } from '../integrations/google/oidc.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { sha256 } from '../platform/seal.ts'

export type TripStarting = {
  redirectUri: string
  /** The secret of the browser that begins, and that alone may finish. */
  browser: string
  /** What the person wants. A trip that was begun for one thing ends nowhere else. */
  intent: SignInStateIntent
  prompt: 'none' | 'select_account' | undefined
  loginHint?: string | undefined
  now: Date
}

const ROUND_TRIP_MS = 10 * MINUTE_MS

/** To the issuer: where to send the browser. Throws VendorFailure when the issuer is out of reach. */
export const beginTrip = async (
  { db, oidc }: { db: Db; oidc: Oidc },
  { redirectUri, browser, intent, prompt, loginHint, now }: TripStarting,
): Promise<string> => {
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

export type TripFinishing = {
  /** The address that the browser came back on, with its query. */
  currentUrl: string
  redirectUri: string
  state: string | undefined
  browser: string | undefined
  now: Date
}

export type FinishedTrip<Intent> = { intent: Intent; isSilent: boolean; result: SignInResult }

/**
 * And back: undefined where this browser did not begin it for one of `intents`, or too long ago, or has come back
 * before. Throws VendorFailure for any fault of the issuer's answer.
 */
export const finishTrip = async <Intent extends SignInStateIntent>(
  { db, oidc }: { db: Db; oidc: Oidc },
  intents: readonly Intent[],
  { currentUrl, redirectUri, state, browser, now }: TripFinishing,
): Promise<FinishedTrip<Intent> | undefined> => {
  if (!state || !browser) return undefined
  // Deleted as it is read: a state comes back once.
  const begun = await db
    .deleteFrom('sign_in_states')
    .where('state_hash', '=', sha256(state))
    .where('browser_hash', '=', sha256(browser))
    .where('intent', 'in', intents)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'intent', 'is_silent'])
    .executeTakeFirst()
  if (!begun) return undefined
  const result = await oidc.finish({
    currentUrl,
    redirectUri,
    state,
    nonce: begun.nonce,
    codeVerifier: begun.code_verifier,
  })
  return { intent: begun.intent as Intent, isSilent: begun.is_silent, result }
}
