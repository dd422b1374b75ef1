import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { BusinessProfile } from '../../integrations/google/business-profile.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { newSecret, sha256 } from '../../platform/seal.ts'

const ROUND_TRIP_MS = 20 * MINUTE_MS

export type ProfileConsentBeginning = {
  businessId: string
  sessionHash: Buffer
  /** The secret of the browser that begins, and that alone may finish. */
  browser: string
  redirectUri: string
  now: Date
}

/** Where the owner agrees at Google, apart from her sign-in. */
export const beginProfileConsent = async (
  { db, profile }: { db: Db; profile: Pick<BusinessProfile, 'authorizationUrl'> },
  { businessId, sessionHash, browser, redirectUri, now }: ProfileConsentBeginning,
): Promise<string> => {
  const [state, codeVerifier] = [newSecret(), newSecret()]
  await db
    .insertInto('profile_consents')
    .values({
      business_id: businessId,
      state_hash: sha256(state),
      browser_hash: sha256(browser),
      session_hash: sessionHash,
      code_verifier: codeVerifier,
      expires_at: new Date(now.getTime() + ROUND_TRIP_MS),
    })
    .execute()
  return profile.authorizationUrl({ state, redirectUri, codeVerifier })
}

/**
 * Which business this consent is for; valid once. Undefined unless the same browser comes back and the owner who began
 * it is still signed in: the session's own cookie is not sent on a redirect from another site.
 */
export const takeProfileConsent = async (
  db: Db,
  { state, browser, now }: { state: string | undefined; browser: string | undefined; now: Date },
): Promise<{ businessId: string; codeVerifier: string } | undefined> => {
  if (!state || !browser) return undefined
  const { rows } = await sql<{ businessId: string; codeVerifier: string }>`
    delete from profile_consents c
    using sessions s
    where c.state_hash = ${sha256(state)} and c.browser_hash = ${sha256(browser)} and c.expires_at > ${now}
      and s.token_hash = c.session_hash and s.ended_at is null and s.expires_at > ${now}
    returning c.business_id as "businessId", c.code_verifier as "codeVerifier"`.execute(db)
  return rows[0]
}
