import type { SignInIntent } from '../../contracts/sessions.ts'
import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import type { Oidc, Person } from '../integrations/google/oidc.ts'
import { sha256 } from '../platform/seal.ts'
import { issueOneTimeToken, type TokenPurpose } from './one-time-token.ts'

export type SignInFinishing = {
  /** The address that the browser came back on, with its query. */
  currentUrl: string
  redirectUri: string
  state: string | undefined
  browser: string | undefined
  now: Date
}

/** `not-ours`: this browser did not begin it, or began it too long ago, or has come back before. */
export type SignInOutcome =
  | { kind: 'signed-in'; token: string; purpose: TokenPurpose; isOnboarded: boolean }
  | { kind: 'not-ours' | 'declined' | 'email-unverified'; isSilent: boolean }
  | { kind: 'login-required'; isSilent: boolean }

/** Throws VendorFailure for any fault of the issuer's answer. */
export const finishSignIn = async (
  { db, oidc }: { db: Db; oidc: Oidc },
  { currentUrl, redirectUri, state, browser, now }: SignInFinishing,
): Promise<SignInOutcome> => {
  const begun = await takeState(db, state, browser, now)
  if (!begun || !state || !browser) return { kind: 'not-ours', isSilent: false }

  const result = await oidc.finish({
    currentUrl,
    redirectUri,
    state,
    nonce: begun.nonce,
    codeVerifier: begun.code_verifier,
  })
  if (result.kind !== 'person') return { kind: result.kind, isSilent: begun.is_silent }
  if (!result.emailVerified) return { kind: 'email-unverified', isSilent: begun.is_silent }

  return asSystem(db, async (trx) => {
    const user = await recordPerson(trx, result, now)
    const purpose = purposeFor(begun.intent, user.deactivated_at !== null)
    const token = await issueOneTimeToken(trx, { userId: user.id, browser, purpose, now })
    return { kind: 'signed-in', token, purpose, isOnboarded: user.onboarded_at !== null }
  })
}

/** Deleted as it is read: a state comes back once. */
const takeState = async (db: Db, state: string | undefined, browser: string | undefined, now: Date) =>
  state && browser
    ? db
        .deleteFrom('sign_in_states')
        .where('state_hash', '=', sha256(state))
        .where('browser_hash', '=', sha256(browser))
        .where('expires_at', '>', now)
        .returning(['nonce', 'code_verifier', 'intent', 'is_silent'])
        .executeTakeFirst()
    : undefined

/** A person who was not deactivated needs no reactivation and is signed in. */
const purposeFor = (intent: SignInIntent, isDeactivated: boolean): TokenPurpose =>
  intent === 'reactivate' && isDeactivated ? 'reactivate' : 'session'

const recordPerson = (trx: SystemTrx, person: Person, now: Date) => {
  const known = {
    email: person.email,
    last_signed_in_at: now,
    ...(person.name ? { name: person.name.slice(0, 200) } : {}),
  }
  return trx
    .insertInto('users')
    .values({
      issuer: person.issuer,
      subject: person.subject,
      name: person.email.split('@')[0]!.slice(0, 200),
      created_at: now,
      ...known,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(known))
    .returning(['id', 'onboarded_at', 'deactivated_at'])
    .executeTakeFirstOrThrow()
}
