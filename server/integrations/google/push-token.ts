import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { profileHosts } from './business-profile-fetch.ts'

export type PushSettings = {
  audience: string
  /** Of our own push subscription's service account: anybody can have a token signed for our audience. */
  email: string
  url: string | undefined
  clock: () => Date
}

export type PushToken = 'ours' | 'unsigned' | 'of-another' | 'keys-away'

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

/**
 * Whether a push of Pub/Sub comes from our own subscription: signed by Google, not expired, for our audience, by our
 * account. https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions
 */
export const createPushTokens = ({ audience, email, url, clock }: PushSettings) => {
  const keys = createRemoteJWKSet(new URL(`${profileHosts(url).keys}/certs`), { timeoutDuration: 5_000 })
  return async (authorization: string | undefined): Promise<PushToken> => {
    const token = BEARER.exec(authorization ?? '')?.[1]
    if (!token) return 'unsigned'
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: ISSUERS,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['exp'],
        currentDate: clock(),
      })
      return payload['email'] === email && payload['email_verified'] === true ? 'ours' : 'of-another'
    } catch (cause) {
      if (cause instanceof errors.JWTClaimValidationFailed) return 'of-another'
      return isOfTheToken(cause) ? 'unsigned' : 'keys-away'
    }
  }
}

const isOfTheToken = (cause: unknown): boolean =>
  cause instanceof errors.JWTExpired ||
  cause instanceof errors.JWTInvalid ||
  cause instanceof errors.JWSInvalid ||
  cause instanceof errors.JWSSignatureVerificationFailed ||
  cause instanceof errors.JWKSNoMatchingKey ||
  cause instanceof errors.JWKSMultipleMatchingKeys ||
  cause instanceof errors.JOSEAlgNotAllowed ||
  cause instanceof errors.JOSENotSupported
