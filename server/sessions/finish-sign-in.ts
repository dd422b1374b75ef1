import type { SignInIntent } from '../../contracts/sessions.ts'
import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import type { Oidc, Person } from '../integrations/google/oidc.ts'
import { issueOneTimeToken, type TokenPurpose } from './one-time-token.ts'
import { finishTrip, type TripFinishing } from './round-trip.ts'

export type SignedIn = {
  kind: 'signed-in'
  token: string
  purpose: TokenPurpose
  intent: SignInIntent
  isOnboarded: boolean
}

/** `not-ours`: this browser did not begin it, or began it too long ago, or has come back before. */
export type SignInOutcome =
  | SignedIn
  | { kind: 'not-ours' | 'declined' | 'email-unverified'; isSilent: boolean }
  | { kind: 'login-required'; isSilent: boolean }

const INTENTS: readonly SignInIntent[] = ['sign-in', 'register', 'reactivate']

/** Throws VendorFailure for any fault of the issuer's answer. */
export const finishSignIn = async (
  deps: { db: Db; oidc: Oidc },
  trip: TripFinishing,
): Promise<SignInOutcome> => {
  const { browser, now } = trip
  const finished = await finishTrip(deps, INTENTS, trip)
  if (!finished || !browser) return { kind: 'not-ours', isSilent: false }
  const { result, intent, isSilent } = finished
  if (result.kind !== 'person') return { kind: result.kind, isSilent }
  if (!result.emailVerified) return { kind: 'email-unverified', isSilent }

  return asSystem(deps.db, async (trx) => {
    const user = await recordPerson(trx, result, now)
    const purpose = purposeFor(intent, user.deactivated_at !== null)
    const token = await issueOneTimeToken(trx, { userId: user.id, browser, purpose, now })
    return { kind: 'signed-in', token, purpose, intent, isOnboarded: user.onboarded_at !== null }
  })
}

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
