import type { SignInIntent } from '../../contracts/sessions.ts'
import type { Db } from '../database/database.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import { sha256 } from '../platform/seal.ts'
import { beginTrip, type TripStarting } from './round-trip.ts'

export type SignInStarting = Omit<TripStarting, 'intent' | 'loginHint'> & {
  intent: SignInIntent
  /** An earlier session of this browser: its person is named to the issuer. */
  earlierSession: string | undefined
}

/** Where to send the browser. Throws VendorFailure when the issuer is out of reach. */
export const startSignIn = async (
  deps: { db: Db; oidc: Oidc },
  { earlierSession, ...trip }: SignInStarting,
): Promise<string> => {
  const loginHint = trip.prompt === 'none' ? await subjectOf(deps.db, earlierSession) : undefined
  return beginTrip(deps, { ...trip, loginHint })
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
