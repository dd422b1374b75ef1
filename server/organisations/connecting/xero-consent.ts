import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Xero } from '../../integrations/xero/xero.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { newSecret, sha256 } from '../../platform/seal.ts'

const ROUND_TRIP_MS = 20 * MINUTE_MS

export type ConsentBeginning = {
  businessId: string
  sessionHash: Buffer
  /** The secret of the browser that begins, and that alone may finish. */
  browser: string
  redirectUri: string
  now: Date
}

/** Where the owner agrees at Xero. */
export const beginConsent = async (
  { db, xero }: { db: Db; xero: Pick<Xero, 'authorizationUrl'> },
  { businessId, sessionHash, browser, redirectUri, now }: ConsentBeginning,
): Promise<string> => {
  const state = newSecret()
  await db
    .insertInto('xero_consents')
    .values({
      business_id: businessId,
      state_hash: sha256(state),
      browser_hash: sha256(browser),
      session_hash: sessionHash,
      expires_at: new Date(now.getTime() + ROUND_TRIP_MS),
    })
    .execute()
  return xero.authorizationUrl({ state, redirectUri })
}

/**
 * Which business this consent is for; valid once. Undefined unless the same browser comes back and the owner who began
 * it is still signed in: the session's own cookie is not sent on a redirect from another site.
 */
export const takeConsent = async (
  db: Db,
  { state, browser, now }: { state: string | undefined; browser: string | undefined; now: Date },
): Promise<string | undefined> => {
  if (!state || !browser) return undefined
  const { rows } = await sql<{ business_id: string }>`
    delete from xero_consents c
    using sessions s
    where c.state_hash = ${sha256(state)} and c.browser_hash = ${sha256(browser)} and c.expires_at > ${now}
      and s.token_hash = c.session_hash and s.ended_at is null and s.expires_at > ${now}
    returning c.business_id`.execute(db)
  return rows[0]?.business_id
}
