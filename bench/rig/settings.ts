import { randomBytes } from 'node:crypto'

export const WEBHOOK_KEY = 'bench-xero-webhook-key'
export const GATEWAY_TOKEN = 'bench-twilio-token'

/** The product's settings: sandbox mode, with Xero, the gateway and Stripe at the upstream stand-in. */
export const productSettings = ({
  dataDir,
  databaseUrl,
  port,
  upstream,
}: {
  dataDir: string
  databaseUrl: string
  port: number
  upstream: string
}): Record<string, string> => ({
  GOODWORD_MODE: 'sandbox',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  XERO_CLIENT_ID: 'BENCH0123456789',
  XERO_CLIENT_SECRET: 'bench-xero-secret',
  XERO_WEBHOOK_KEY: WEBHOOK_KEY,
  XERO_IDENTITY_URL: upstream,
  XERO_API_URL: upstream,
  TWILIO_ACCOUNT_SID: `AC${'b'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: GATEWAY_TOKEN,
  TWILIO_FROM: '+61480000000',
  TWILIO_API_URL: upstream,
  STRIPE_API_URL: upstream,
  // The vendors that are not named here: nothing listens there. On 4000 a sandbox of somebody else's may.
  SANDBOX_PORT: '1',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'warn',
})
