import { z } from 'zod'
import { asJson } from '../../platform/as-json.ts'
import { NoAnswer, type HttpAnswer, type HttpClient } from '../../platform/http/http-client.ts'
import { failure, failureOf } from './xero-failures.ts'
import type { XeroTokens } from './xero-types.ts'

const SCOPES = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices.read',
  'accounting.contacts.read',
  'accounting.settings.read',
]

export type XeroClientSettings = { clientId: string; clientSecret: string; loginUrl: string; now: () => Date }

/** Xero's OAuth 2: https://developer.xero.com/documentation/guides/oauth2/auth-flow */
export const createXeroIdentity = (http: HttpClient, settings: XeroClientSettings) => {
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const post = (path: string, form: Record<string, string>): Promise<HttpAnswer> =>
    http
      .call({ method: 'POST', path, headers, body: new URLSearchParams(form).toString() })
      .catch((cause) => Promise.reject(grantWithoutAnswer(cause)))

  const grant = async (form: Record<string, string>): Promise<XeroTokens> => {
    const answer = await post('/connect/token', form)
    if (answer.status !== 200) throw grantFailure(answer)
    return readTokens(answer, settings.now())
  }

  return {
    /** Where to send the browser. One consent opens one organisation. */
    authorizationUrl: (ask: { state: string; redirectUri: string; codeChallenge?: string }): string => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: ask.redirectUri,
        scope: SCOPES.join(' '),
        state: ask.state,
      })
      if (ask.codeChallenge) {
        query.set('code_challenge', ask.codeChallenge)
        query.set('code_challenge_method', 'S256')
      }
      return `${settings.loginUrl}/identity/connect/authorize?${query}`
    },

    /** A code works once, for five minutes. Throws as `refresh` does. */
    exchangeCode: (ask: { code: string; redirectUri: string; codeVerifier?: string }): Promise<XeroTokens> =>
      grant({
        grant_type: 'authorization_code',
        code: ask.code,
        redirect_uri: ask.redirectUri,
        ...(ask.codeVerifier ? { code_verifier: ask.codeVerifier } : {}),
      }),

    /**
     * New tokens; the refresh token given is replaced. Throws `reconnect` when it is no longer good, and
     * `outcome-unknown` when the answer was lost: the old one may be tried again for 30 minutes.
     */
    refresh: (refreshToken: string): Promise<XeroTokens> =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    /** Ends every connection that this person ever made, of every organisation; `disconnect` ends one. */
    revoke: async (refreshToken: string): Promise<void> => {
      const answer = await post('/connect/revocation', { token: refreshToken })
      if (answer.status < 200 || answer.status > 299) throw grantFailure(answer)
    },
  }
}

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
})

const errorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

const readTokens = (answer: HttpAnswer, now: Date): XeroTokens => {
  const tokens = tokensSchema.safeParse(asJson(answer.text))
  if (!tokens.success)
    throw failure('outcome-unknown', 'unreadable', 'Xero gave tokens that we cannot read', {
      cause: tokens.error,
    })
  return {
    accessToken: tokens.data.access_token,
    refreshToken: tokens.data.refresh_token,
    accessExpiresAt: new Date(now.getTime() + tokens.data.expires_in * 1000),
    authenticationEventId: authenticationEventOf(tokens.data.access_token),
  }
}

/** Not verified: the token came from Xero itself, over TLS. The id token lacks this claim, the access token has it. */
const authenticationEventOf = (accessToken: string): string | undefined => {
  const claims = z
    .object({ authentication_event_id: z.guid() })
    .safeParse(asJson(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')))
  return claims.success ? claims.data.authentication_event_id : undefined
}

const grantFailure = (answer: HttpAnswer): unknown => {
  const { error } = errorSchema.safeParse(asJson(answer.text)).data ?? {}
  if (answer.status >= 500)
    return failure('outcome-unknown', `http-${answer.status}`, 'Xero failed at tokens')
  if (error === 'invalid_grant')
    return failure('reconnect', 'invalid_grant', 'Xero no longer takes the refresh token')
  if (answer.status === 429) return failureOf(answer)
  return failure('rejected', error ?? `http-${answer.status}`, 'Xero refused to give tokens')
}

const grantWithoutAnswer = (cause: unknown): unknown =>
  cause instanceof NoAnswer
    ? failure(cause.wasSent ? 'outcome-unknown' : 'retry-later', cause.code, 'Xero gave no answer', { cause })
    : cause
