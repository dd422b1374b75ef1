import type { Oidc } from '../../integrations/google/oidc.ts'
import type { BusinessProfile } from '../../integrations/google/business-profile.ts'
import { profileHosts } from '../../integrations/google/business-profile-fetch.ts'
import { reachProfile } from '../../integrations/google/reach-profile.ts'
import type { Places } from '../../integrations/google/places-types.ts'
import { reachStripe } from '../../integrations/stripe/reach-stripe.ts'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import { reachXeroApi, reachXeroIdentity } from '../../integrations/xero/reach-xero.ts'
import type { Xero } from '../../integrations/xero/xero.ts'
import type { Env } from '../../platform/process/env.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { NO_STARTTLS, type MailPort } from '../../integrations/mail/mail.ts'
import { notChecked, ok, wrong, type Check } from './check.ts'

export type Vendors = {
  xero: Pick<Xero, 'refresh' | 'connections'>
  twilio: Pick<Twilio, 'reach'>
  oidc: Pick<Oidc, 'reach'>
  /** None where there is no console for operators. */
  operatorOidc?: Pick<Oidc, 'reach'> | undefined
  places: Pick<Places, 'reach'>
  profile: Pick<BusinessProfile, 'refresh'>
  mail: Pick<MailPort, 'reach'>
}

/** Reaches every vendor with our own credentials, all at once, with calls that cost nothing and change nothing. */
export const checkVendors = (env: Env, vendors: Vendors): Promise<Check[]> => {
  const checks = vendorChecks(env, vendors)
  const all: (() => (Check | Promise<Check>)[])[] = [checks.xero, checks.twilio, checks.signIn]
  all.push(checks.operatorSignIn, checks.places, checks.stripe)
  if (env.REVIEWS) all.push(checks.reviews)
  if (env.GOODWORD_MODE === 'live') all.push(env.SMTP_URL ? checks.mail : noMail)
  return Promise.all(all.flatMap((check) => check()))
}

const noMail = () => [
  notChecked(
    'mail',
    'SMTP_URL is not set: no mail is sent, neither to owners nor as a reminder to customers',
  ),
]

/** The same, one vendor at a time. */
export const vendorChecks = (
  env: Env,
  { xero, twilio, oidc, operatorOidc, places, profile, mail }: Vendors,
) => ({
  xero: () => [
    reach('Xero tokens', () => reachXeroIdentity(xero), {
      url: env.XERO_IDENTITY_URL,
      settings: 'XERO_CLIENT_ID and XERO_CLIENT_SECRET',
      good: 'takes our client id and secret',
    }),
    reach('Xero API', () => reachXeroApi(xero), {
      url: env.XERO_API_URL,
      settings: 'XERO_API_URL',
      good: 'answers, and turns a stranger away',
    }),
  ],
  twilio: () => [
    reach('Twilio', twilio.reach, {
      url: env.TWILIO_API_URL,
      settings: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
      good: `takes our credentials; texts go out from ${env.TWILIO_MESSAGING_SERVICE_SID ?? env.TWILIO_FROM}`,
    }),
  ],
  signIn: () => [
    reach('sign-in', oidc.reach, {
      url: env.OIDC_ISSUER,
      settings: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      good: 'takes our client id and secret',
    }),
  ],
  operatorSignIn: () =>
    operatorOidc && env.OPERATOR_OIDC_ISSUER
      ? [
          reach('operator sign-in', operatorOidc.reach, {
            url: env.OPERATOR_OIDC_ISSUER,
            settings: 'OPERATOR_OIDC_ISSUER, OPERATOR_OIDC_CLIENT_ID and OPERATOR_OIDC_CLIENT_SECRET',
            good: 'takes our client id and secret for the console',
          }),
        ]
      : [],
  places: () => [
    reach('Google Places', places.reach, {
      url: env.PLACES_URL,
      settings: 'PLACES_API_KEY, and that Places API (New) is switched on for it',
      good: 'takes our key',
    }),
  ],
  reviews: () => [
    reach('Google reviews', () => reachProfile(profile), {
      url: profileHosts(env.BUSINESS_PROFILE_URL).tokens,
      settings: 'REVIEWS_CLIENT_ID and REVIEWS_CLIENT_SECRET',
      good: 'takes the client id and secret for reviews',
    }),
  ],
  stripe: () => [
    reach('Stripe', () => reachStripe({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL }), {
      url: env.STRIPE_API_URL,
      settings: 'STRIPE_SECRET_KEY',
      good: 'takes our key',
    }),
  ],
  mail: () => [
    reach('mail', mail.reach, {
      url: env.SMTP_URL ?? 'smtp://none',
      settings: 'user and password in SMTP_URL',
      good: 'takes our mails',
    }),
  ],
})

const NETWORK = 'does it run, are the address and the network right?'

type Probe = { url: string; settings: string; good: string }

const reach = async (name: string, work: () => Promise<void>, probe: Probe): Promise<Check> => {
  // Without the password that it may hold.
  const { protocol, host } = new URL(probe.url)
  const where = `${protocol}//${host}`
  try {
    await work()
    return ok(name, `${where} ${probe.good}`)
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) return wrong(name, `${where}: ${(cause as Error).message}`)
    if (cause.code.startsWith('account-')) return wrong(name, `${cause.message} See the Twilio console.`)
    if (cause.code === NO_STARTTLS)
      return wrong(
        name,
        `${where} offers no STARTTLS, and nothing is handed over unencrypted: use smtps://, another port, or ALLOW_PLAINTEXT_MAIL=yes`,
      )
    if (CREDENTIALS.has(cause.code))
      return wrong(name, `${where} refuses us (${cause.code}): check ${probe.settings}`)
    if (cause.kind === 'rejected')
      return wrong(name, `${where} answers ${cause.code}: check the address and ${probe.settings}`)
    return wrong(name, `${where} gives no good answer (${cause.code}): ${NETWORK}`)
  }
}

const CREDENTIALS = new Set([
  // Twilio's code
  '20003',
  'invalid_client',
  'unauthorized_client',
  'configuration',
  'http-401',
  'http-403',
])
