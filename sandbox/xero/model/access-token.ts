import { randomBytes, randomUUID } from 'node:crypto'

/** The claims of an access token. `seed` names the business that the command line made without a consent page. */
export type AccessClaims = {
  userId: string
  eventId: string
  scopes: string[]
  seed?: string | undefined
  expiresAt: number
}

export const ACCESS_SECONDS = 1_800
const ISSUER = 'https://identity.xero.com'
const SEED_ACCESS = 'seed-access-'

/** A token in Xero's form and with its claims. Its signature is random: no reader checks it. */
export const writeAccessToken = (
  claims: Omit<AccessClaims, 'expiresAt'>,
  clientId: string,
  now: Date,
): string => {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return jwt('RS256', {
    nbf: issuedAt,
    exp: issuedAt + ACCESS_SECONDS,
    iss: ISSUER,
    aud: `${ISSUER}/resources`,
    client_id: clientId,
    sub: claims.userId.replaceAll('-', ''),
    auth_time: issuedAt,
    xero_userid: claims.userId,
    jti: randomUUID(),
    authentication_event_id: claims.eventId,
    scope: claims.scopes,
    ...(claims.seed === undefined ? {} : { sandbox_seed: claims.seed }),
  })
}

/** The id_token lacks authentication_event_id, as the real one does. */
export const writeIdToken = (userId: string, clientId: string, now: Date): string => {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return jwt('RS256', {
    nbf: issuedAt,
    exp: issuedAt + 300,
    iss: ISSUER,
    aud: clientId,
    iat: issuedAt,
    sub: userId.replaceAll('-', ''),
    xero_userid: userId,
    email: 'accounts@sandbox.example',
    given_name: 'Dana',
    family_name: 'Whitlock',
  })
}

export const readAccessToken = (
  token: string,
  seedClaims: (seed: string) => Omit<AccessClaims, 'expiresAt'>,
): AccessClaims | undefined => {
  if (token.startsWith(SEED_ACCESS)) {
    return { ...seedClaims(token.slice(SEED_ACCESS.length)), expiresAt: Number.POSITIVE_INFINITY }
  }
  const claims = readPayload(token)
  if (!claims || typeof claims['authentication_event_id'] !== 'string') return undefined
  return {
    userId: String(claims['xero_userid']),
    eventId: claims['authentication_event_id'],
    scopes: claims['scope'] as string[],
    seed: claims['sandbox_seed'] as string | undefined,
    expiresAt: Number(claims['exp']) * 1000,
  }
}

const jwt = (algorithm: string, payload: Record<string, unknown>): string =>
  [{ alg: algorithm, kid: 'sandbox', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(randomBytes(64).toString('base64url'))
    .join('.')

const readPayload = (token: string): Record<string, unknown> | undefined => {
  const [, payload, signature] = token.split('.')
  if (!payload || !signature) return undefined
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    return undefined
  }
}
