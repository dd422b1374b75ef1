import { readAccessToken, type AccessClaims } from './access-token.ts'
import { refused, type Call } from './answer.ts'
import type { ReadableOrganisation } from './books.ts'
import { findConnection, removeConnection, seedGrant, type Grants } from './grants.ts'
import type { Limiter } from './limits.ts'

/** What can be made to go wrong with a call. */
export type XeroFault = 'xeroSlow' | 'xeroTokenExpired' | 'xero403' | 'xeroRemoved' | 'xero429' | 'xero5xx'

/** What the model needs of its server. */
export type XeroServer = {
  now: () => Date
  grants: Grants
  limiter: Limiter
  /** Undefined for an organisation that this caller may not see. */
  organisationFor: (claims: AccessClaims, tenantId: string) => ReadableOrganisation | undefined
  /** Undefined where nothing goes wrong, else how long it lasts. */
  strike: (fault: XeroFault) => { ms: number } | undefined
  pause: (ms: number) => Promise<void>
}

/** Who calls. Throws Refused with Xero's 401. */
export const readClaims = ({ now, grants, strike }: XeroServer, { headers }: Call): AccessClaims => {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  const claims =
    scheme?.toLowerCase() === 'bearer'
      ? readAccessToken(token, (seed) => ({ ...seedGrant(grants, seed), seed }))
      : undefined
  if (!claims) throw unauthorized()
  if (claims.expiresAt <= now().getTime() || strike('xeroTokenExpired')) {
    const at = new Date(Math.min(claims.expiresAt, now().getTime())).toISOString()
    throw refused(401, 'Unauthorized', `TokenExpired: token expired at ${at}`)
  }
  if (claims.seed !== undefined) seedGrant(grants, claims.seed)
  if (!grants.grants.has(claims.eventId)) throw unauthorized()
  return claims
}

const unauthorized = () => refused(401, 'Unauthorized', 'AuthenticationUnsuccessful')

/** The organisation that is asked for. Throws Refused with Xero's 403. */
export const readOrganisation = (
  { grants, organisationFor, strike }: XeroServer,
  { headers }: Call,
  claims: AccessClaims,
): ReadableOrganisation => {
  const tenantId = String(headers['xero-tenant-id'] ?? '').toLowerCase()
  const organisation = organisationFor(claims, tenantId)
  const isRemoved = strike('xeroRemoved') !== undefined
  const connection = isRemoved ? findConnection(grants, claims.userId, tenantId) : undefined
  if (connection) removeConnection(grants, connection)
  if (!organisation || isRemoved || strike('xero403'))
    throw refused(403, 'Forbidden', 'AuthenticationUnsuccessful')
  return organisation
}
