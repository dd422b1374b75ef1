import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import { issuerFailure, refusedSignIn } from './oidc-errors.ts'
import { issuerFetch } from './oidc-fetch.ts'
import { reachClient } from './reach-oidc.ts'

export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** An issuer without TLS is allowed in the sandbox only. */
  allowHttp: boolean
  /** The claim that names a person's groups, where they count. */
  groupClaim?: string | undefined
  timeoutMs?: number
}

/** What must be kept on the server between the redirect to the issuer and the way back. */
export type SignInStart = { url: string; state: string; nonce: string; codeVerifier: string }

export type SignInReturn = {
  /** The address that the browser came back on, with its query. */
  currentUrl: string
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** `subject` is the person's permanent id at `issuer`; an e-mail address may pass to another person. */
export type Person = {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string | undefined
  /** By the issuer's own names; none where no claim was asked for. */
  groups?: string[]
}

/** `login-required` answers `prompt: 'none'`: the issuer would have to ask the person something. */
export type SignInResult = ({ kind: 'person' } & Person) | { kind: 'declined' } | { kind: 'login-required' }

export type Oidc = {
  start: (options: {
    redirectUri: string
    prompt?: 'none' | 'select_account'
    loginHint?: string
  }) => Promise<SignInStart>
  finish: (back: SignInReturn) => Promise<SignInResult>
  /** Throws VendorFailure unless the issuer describes itself and knows our client. */
  reach: () => Promise<void>
}

/**
 * Sign-in at any OpenID Connect issuer: code flow, PKCE S256, state, nonce, and the ID token's signature checked.
 * Throws VendorFailure: `retry-later` when the issuer is out of reach, `rejected` for a failed check, which may be an
 * attack (`code` names it), and for wrong settings (`configuration`).
 */
export const createOidc = (config: OidcConfig): Oidc => {
  let known: Promise<Configuration> | undefined
  const issuer = (): Promise<Configuration> => {
    known ??= discover(config).catch((cause: unknown) => {
      known = undefined
      throw issuerFailure(cause)
    })
    return known
  }

  return {
    start: async ({ redirectUri, prompt, loginHint }) => {
      const configuration = await issuer()
      const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
      const question = {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
        ...(prompt ? { prompt } : {}),
        ...(loginHint ? { login_hint: loginHint } : {}),
      }
      return { url: buildAuthorizationUrl(configuration, question).href, ...secrets }
    },
    finish: async (back) => {
      const configuration = await issuer()
      try {
        return { kind: 'person', ...(await redeem(configuration, back, config.groupClaim)) }
      } catch (cause) {
        const refused = refusedSignIn(cause)
        if (refused) return { kind: refused }
        throw issuerFailure(cause)
      }
    },
    reach: async () => reachClient(await issuer()),
  }
}

/** Asks for the metadata itself, because some issuers end in a slash that our settings do not keep. */
const discover = async ({ issuer, clientId, clientSecret, allowHttp, timeoutMs = 10_000 }: OidcConfig) => {
  const plain = withoutSlash(issuer)
  const found = await discovery(
    new URL(`${plain}/.well-known/openid-configuration`),
    clientId,
    clientSecret,
    undefined,
    {
      [customFetch]: issuerFetch(timeoutMs),
      execute: allowHttp ? [allowInsecureRequests] : [],
      timeout: timeoutMs / 1000,
    },
  )
  const metadata = found.serverMetadata()
  if (withoutSlash(metadata.issuer) !== plain)
    throw new VendorFailure('oidc', 'rejected', 'configuration', 'The issuer calls itself by another name.')

  // Where an issuer names no methods, the standard says that it takes Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const takesBasicOnly = methods.includes('client_secret_basic') && !methods.includes('client_secret_post')
  const configuration = new Configuration(
    metadata,
    clientId,
    clientSecret,
    takesBasicOnly ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  )
  configuration[customFetch] = issuerFetch(timeoutMs)
  configuration.timeout = timeoutMs / 1000
  if (allowHttp) allowInsecureRequests(configuration)
  enableNonRepudiationChecks(configuration)
  return configuration
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const redeem = async (
  configuration: Configuration,
  back: SignInReturn,
  groupClaim: string | undefined,
): Promise<Person> => {
  const tokens = await authorizationCodeGrant(configuration, cameBackOn(back), {
    expectedState: back.state,
    expectedNonce: back.nonce,
    pkceCodeVerifier: back.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const isComplete = claims['email'] && (!groupClaim || claims[groupClaim])
  const more: Record<string, unknown> = isComplete
    ? {}
    : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
  // The address and whether it is verified: both from one document.
  const person = personClaims.safeParse(claims['email'] ? claims : { ...claims, ...more })
  if (!person.success)
    throw new VendorFailure('oidc', 'rejected', 'no-email', 'The issuer did not say who signed in.')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: person.data.email,
    emailVerified: person.data.email_verified,
    name: person.data.name?.trim() || undefined,
    ...(groupClaim ? { groups: groupNames.parse(claims[groupClaim] ?? more[groupClaim]) } : {}),
  }
}

/** The registered address with the query that arrived: a proxy in front may have changed the rest. */
const cameBackOn = ({ currentUrl, redirectUri }: SignInReturn): URL => {
  const url = new URL(redirectUri)
  url.search = new URL(currentUrl, redirectUri).search
  return url
}

const personClaims = z.object({
  email: z.string().min(3).max(320).includes('@'),
  // Some issuers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false).default(false),
  name: z.string().optional().catch(undefined),
})

/** A single group may come as plain text. */
const groupNames = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])
