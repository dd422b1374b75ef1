import { randomBytes } from 'node:crypto'

/** Without each of these live mode does not start. */
export const LIVE_SETTINGS = {
  GOODWORD_MODE: 'live',
  PUBLIC_URL: 'https://goodword.example',
  DATABASE_URL: 'postgres://app@db.example/goodword?sslmode=verify-full',
  METRICS_TOKEN: 'metrics',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'secret',
  PLACES_API_KEY: 'places',
  XERO_CLIENT_ID: 'xero',
  XERO_CLIENT_SECRET: 'secret',
  XERO_WEBHOOK_KEY: 'key',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570006',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
}
