import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'

export const PUBLIC_URL = 'http://localhost:8080'

/** The same in every run: what is signed with them is part of the history. */
const SIGNING = {
  XERO_WEBHOOK_KEY: 'sandbox-simulated-xero-key',
  TWILIO_AUTH_TOKEN: 'sandbox-simulated-twilio-key',
  STRIPE_WEBHOOK_SECRET: 'sandbox-simulated-stripe-key',
}

const settings = { ...sandboxSettings('4000'), ...SIGNING } as Record<string, string>

export const VENDOR_KEYS = {
  xero: {
    clientId: settings['XERO_CLIENT_ID']!,
    clientSecret: settings['XERO_CLIENT_SECRET']!,
    webhookKey: settings['XERO_WEBHOOK_KEY']!,
  },
  twilio: {
    accountSid: settings['TWILIO_ACCOUNT_SID']!,
    authToken: settings['TWILIO_AUTH_TOKEN']!,
    from: settings['TWILIO_FROM'],
    messagingServiceSid: undefined,
  },
  stripe: { secretKey: settings['STRIPE_SECRET_KEY']!, webhookSecret: settings['STRIPE_WEBHOOK_SECRET']! },
}

/** A few places a worker: with more, a history holds more sessions and finds nothing else. */
export const productEnv = (databaseUrl: string): Env =>
  readEnv({
    ...settings,
    PUBLIC_URL,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: '5e'.repeat(32),
    LOG_LEVEL: 'silent',
    WORKER_CONCURRENCY: '4',
  })
