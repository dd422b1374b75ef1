import { sandboxReviews } from './env-reviews.ts'
import { SIGNING_KEYS } from './sandbox-keys.ts'

/**
 * What sandbox mode fills in where a vendor setting is not given. Every value is recognisable as one of the sandbox.
 * The keys with which vendors sign are not among them: each data folder has its own (sandbox-keys.ts).
 */
export const sandboxSettings = (sandboxPort: string): Record<string, string> => {
  const origin = `http://localhost:${sandboxPort}`
  return {
    OIDC_ISSUER: `${origin}/google`,
    OIDC_CLIENT_ID: 'sandbox-oidc-client',
    OIDC_CLIENT_SECRET: 'sandbox-oidc-secret-0123456789abcdef',
    PLACES_API_KEY: 'sandbox-places-key',
    PLACES_URL: `${origin}/places`,
    XERO_CLIENT_ID: 'SANDBOXXEROCLIENT0123456789ABCDE',
    XERO_CLIENT_SECRET: 'sandbox-xero-secret',
    XERO_LOGIN_URL: `${origin}/xero/login`,
    XERO_IDENTITY_URL: `${origin}/xero/identity`,
    XERO_API_URL: `${origin}/xero/api`,
    TWILIO_ACCOUNT_SID: 'AC5a9db00000000000000000000000000a',
    TWILIO_FROM: '+61480000000',
    TWILIO_API_URL: `${origin}/twilio`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_API_URL: `${origin}/stripe`,
    SMTP_URL: `smtp://localhost:${smtpPortOf(Number(sandboxPort))}`,
  }
}

/** Where whoever runs the sandbox signs in to the console, and as whom. */
export const sandboxOperator = (sandboxPort: string): Record<string, string> => ({
  OPERATOR_OIDC_ISSUER: `http://localhost:${sandboxPort}/google`,
  OPERATOR_OIDC_CLIENT_ID: 'sandbox-oidc-client',
  OPERATOR_OIDC_CLIENT_SECRET: 'sandbox-oidc-secret-0123456789abcdef',
  OPERATOR_EMAILS: 'olive@operator.example',
})

/** Who runs a sandbox where no company is given: an example, because pages and receipts name somebody. */
export const EXAMPLE_COMPANY: Record<string, string> = {
  COMPANY_NAME: 'Example Company (made up for the sandbox)',
  COMPANY_ADDRESS: '1 Example Street, Exampleville',
  COMPANY_EMAIL: 'hello@company.example',
}

/** The sandbox's mail server listens on the port beside it. */
export const smtpPortOf = (sandboxPort: number): number => (sandboxPort + 25) % 65_536

/** A host that no other machine can reach. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

/** An address that others can reach, over TLS; one that cannot be read is another fault. */
export const isPublic = (url: string): boolean =>
  URL.canParse(url) && new URL(url).protocol === 'https:' && !isLoopback(new URL(url).hostname)

const TELLTALES = /sandbox/i
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/

const { REVIEWS: _on, ...reviews } = sandboxReviews('4000')
const FILLED = { ...sandboxSettings('4000'), ...sandboxOperator('4000'), ...reviews } as Record<
  string,
  string
>
const VENDOR_SETTINGS = new Set([...Object.keys(FILLED), ...SIGNING_KEYS, 'ENCRYPTION_KEYS'])

/** True for a value that only a sandbox would have: our own filling or a loopback vendor host. */
export const isSandboxValue = (name: string, value: string): boolean => {
  if (EXAMPLE_COMPANY[name] === value) return true
  if (!VENDOR_SETTINGS.has(name)) return false
  return TELLTALES.test(value) || LOOPBACK.test(value) || value === FILLED[name]
}
