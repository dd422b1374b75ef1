import { profileHosts } from '../integrations/google/business-profile-fetch.ts'
import type { Env } from '../platform/process/env.ts'

/** Google's endpoints for a sign-in have hosts of their own, which its issuer names. */
const OF_GOOGLES_SIGN_IN = [
  'https://oauth2.googleapis.com',
  'https://openidconnect.googleapis.com',
  'https://www.googleapis.com/oauth2',
]

/** Whose address it is, as metrics name vendors; undefined for one that is no vendor's. */
export const vendorAddresses = (env: Env): ((address: string) => string | undefined) => {
  const beginnings = [
    [env.XERO_API_URL, 'xero'],
    [env.XERO_IDENTITY_URL, 'xero'],
    [env.TWILIO_API_URL, 'twilio'],
    [env.STRIPE_API_URL, 'stripe'],
    [env.PLACES_URL, 'places'],
    ...profileAddresses(env),
    [env.OIDC_ISSUER, 'sign-in'],
    ...OF_GOOGLES_SIGN_IN.map((url) => [url, 'sign-in'] as const),
  ] as const
  return (address) => beginnings.find(([url]) => address === url || address.startsWith(`${url}/`))?.[1]
}

/** Its tokens come from the same host as those of a sign-in, and are counted with them. */
const profileAddresses = ({ BUSINESS_PROFILE_URL: url }: Env) => {
  const { accounts, information, reviews, notifications } = profileHosts(url)
  return [accounts, information, reviews, notifications].map((host) => [host, 'business-profile'] as const)
}
