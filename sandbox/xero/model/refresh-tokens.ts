import { issueRefreshToken, seedGrant, SEED_REFRESH, type Grant, type Grants } from './grants.ts'

const GRACE_MS = 30 * 60_000
const UNUSED_MS = 60 * 86_400_000

/**
 * Replaces a refresh token. The one just replaced is taken for 30 more minutes, in case the answer was lost
 * (https://developer.xero.com/faq/oauth2). Undefined is Xero's invalid_grant.
 */
export const rotateRefreshToken = (
  state: Grants,
  token: string,
  now: Date,
): { grant: Grant; refreshToken: string } | undefined => {
  const grant = grantOf(state, token)
  if (!grant) return undefined
  const used = grant.refreshTokens.find((one) => one.token === token)
  if (used && !isGood(used, now)) return undefined
  if (used) used.replacedAt ??= now.getTime()
  else grant.refreshTokens.push({ token, issuedAt: now.getTime(), replacedAt: now.getTime() })
  grant.refreshTokens = grant.refreshTokens.slice(-20)
  return { grant, refreshToken: issueRefreshToken(grant, now) }
}

const isGood = (used: Grant['refreshTokens'][number], now: Date): boolean =>
  used.replacedAt === undefined
    ? now.getTime() - used.issuedAt < UNUSED_MS
    : now.getTime() - used.replacedAt < GRACE_MS

export const grantOf = (state: Grants, token: string): Grant | undefined => {
  if (token.startsWith(SEED_REFRESH)) {
    return seedGrant(state, token.slice(SEED_REFRESH.length).split('~')[0]!)
  }
  return [...state.grants.values()].find((grant) => grant.refreshTokens.some((one) => one.token === token))
}
