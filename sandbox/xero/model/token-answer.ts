import { ACCESS_SECONDS, writeAccessToken, writeIdToken } from './access-token.ts'
import type { Grant } from './grants.ts'

/** The tokens of a consent, as Xero hands them out for a code and for a refresh token. */
export const tokenAnswer = (
  grant: Omit<Grant, 'refreshTokens'>,
  { refreshToken, clientId, now }: { refreshToken: string | undefined; clientId: string; now: Date },
) => ({
  ...(grant.scopes.includes('openid') ? { id_token: writeIdToken(grant.userId, clientId, now) } : {}),
  access_token: writeAccessToken(grant, clientId, now),
  expires_in: ACCESS_SECONDS,
  token_type: 'Bearer',
  ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  scope: grant.scopes.join(' '),
})
