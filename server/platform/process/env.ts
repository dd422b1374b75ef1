import { resolve } from 'node:path'
import { z } from 'zod'
import { EXAMPLE_COMPANY, isLoopback, isPublic, sandboxOperator, sandboxSettings } from './env-sandbox.ts'
import { databaseUrl, mailFrom, smtpUrl } from './env-addresses.ts'
import { readFiles } from './env-files.ts'
import { backupFaults, backupSettings } from './env-backup.ts'
import { liveFaults } from './env-live.ts'
import { retentionSettings, textsGoFirst, withKeptTexts } from './env-retention.ts'
import { pricesPerSegment } from './env-prices.ts'
import { operatorFaults, operatorSettings } from './env-operator.ts'
import { reviewsFaults, reviewsSettings, sandboxReviews } from './env-reviews.ts'
import { readDsn } from '../reporting/dsn.ts'
import {
  concurrency,
  credential,
  currency,
  drainSeconds,
  encryptionKeys,
  headers,
  port,
  taxes,
  trustedProxies,
  url,
  yesOrNo,
  sender,
} from './env-values.ts'
import { keptEncryptionKey, keptSigningKeys, SIGNING_KEYS } from './sandbox-keys.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const envSchema = z
  .object({
    GOODWORD_MODE: z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' }).default('sandbox'),
    PUBLIC_URL: url.default('http://localhost:3000'),
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATABASE_URL: databaseUrl.optional(),
    /** Of the login that owns the schema, where the login of DATABASE_URL does not. */
    MIGRATE_DATABASE_URL: databaseUrl.optional(),
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    /** Where a process says for its health check how it is; it says nothing unless given. */
    HEALTH_FILE: z.string().min(1).optional(),
    SANDBOX_PORT: port.default(4000),
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: credential,
    OIDC_CLIENT_SECRET: credential,
    PLACES_API_KEY: credential,
    PLACES_URL: url,
    XERO_CLIENT_ID: credential,
    XERO_CLIENT_SECRET: credential,
    XERO_WEBHOOK_KEY: credential,
    XERO_LOGIN_URL: url,
    XERO_IDENTITY_URL: url,
    XERO_API_URL: url,
    TWILIO_ACCOUNT_SID: credential.regex(/^AC/, 'must begin with AC'),
    TWILIO_AUTH_TOKEN: credential,
    TWILIO_FROM: sender.optional(),
    TWILIO_MESSAGING_SERVICE_SID: z.string().regex(/^MG/, 'must begin with MG').optional(),
    TWILIO_API_URL: url,
    STRIPE_SECRET_KEY: credential,
    STRIPE_WEBHOOK_SECRET: credential,
    STRIPE_API_URL: url,
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: mailFrom.optional(),
    ENCRYPTION_KEYS: encryptionKeys,
    CURRENCY: currency.default('AUD'),
    SMS_PRICES: pricesPerSegment.prefault('AU=9,NZ=14,GB=8,US=5'),
    MARKETING_URL: z.string().min(1).default('/welcome/'),
    COMPANY_NAME: z.string().optional(),
    COMPANY_ADDRESS: z.string().optional(),
    COMPANY_EMAIL: z.email('must be an e-mail address').optional(),
    PRIVACY_URL: url.optional(),
    TERMS_URL: url.optional(),
    COMPANY_TAX_NUMBER: z
      .string()
      .regex(/^\p{L}.*\d/u, 'must be the number as it is printed, like ABN 51 824 753 556')
      .optional(),
    COMPANY_TAX: taxes.optional(),
    WORKER_CONCURRENCY: concurrency.default(16),
    LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    /** On SIGTERM an api says at /readyz that it stops, and goes on answering for so long. */
    DRAIN_SECONDS: drainSeconds.default(5),
    SENTRY_DSN: z
      .string()
      .refine((text) => readDsn(text) !== undefined, { error: 'must look like https://KEY@HOST/PROJECT' })
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
    METRICS_TOKEN: z.string().min(1).optional(),
    TRUSTED_PROXIES: trustedProxies,
    ALLOW_PLAINTEXT_DATABASE: yesOrNo,
    ALLOW_PLAINTEXT_MAIL: yesOrNo,
    ...retentionSettings,
    ...operatorSettings,
    ...backupSettings,
    ...reviewsSettings,
  })
  .refine(textsGoFirst, {
    path: ['KEEP_TEXTS_MONTHS'],
    message: 'must not be more than KEEP_CUSTOMERS_MONTHS: a text names its customer',
  })
  .refine((env) => env.TWILIO_FROM || env.TWILIO_MESSAGING_SERVICE_SID, {
    path: ['TWILIO_FROM'],
    // Also when other settings are at fault: all faults are reported at once.
    when: () => true,
    message: 'is missing: give it, or TWILIO_MESSAGING_SERVICE_SID',
  })

export type Env = z.infer<typeof envSchema> & { KEEP_TEXTS_MONTHS: number }

/** Every setting that the product reads, and each may lie in a file that `NAME_FILE` names. */
export const SETTINGS = Object.keys(envSchema.shape)

/** Has each fault on a line of its own; ends the start. */
export class EnvError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'EnvError'
    this.faults = faults
  }
}

/** Reads the environment once. Throws EnvError with one line per fault. */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const present = Object.entries(source)
    .map(([name, value]) => [name, value?.trim()])
    .filter(([, value]) => value)
  const { settings: given, faults: unread } = readFiles(Object.fromEntries(present), SETTINGS)
  const isLive = given['GOODWORD_MODE'] === 'live'
  const filled = isLive ? { ...vendorDefaults, ...given } : fillSandbox(given)
  const parsed = envSchema.safeParse(filled)
  if (unread.length > 0) throw new EnvError(unread)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.') || 'environment'} ${issue.message}`)
  faults.push(
    ...operatorFaults(filled),
    ...backupFaults(given),
    ...reviewsFaults(given),
    ...(isLive ? liveFaults(given) : sandboxFaults(given)),
  )
  if (!parsed.success || faults.length > 0) throw new EnvError(faults)
  return withKeptTexts(parsed.data)
}

const vendorDefaults = {
  OIDC_ISSUER: 'https://accounts.google.com',
  PLACES_URL: 'https://places.googleapis.com',
  XERO_LOGIN_URL: 'https://login.xero.com',
  XERO_IDENTITY_URL: 'https://identity.xero.com',
  XERO_API_URL: 'https://api.xero.com',
  TWILIO_API_URL: 'https://api.twilio.com',
  STRIPE_API_URL: 'https://api.stripe.com',
}

const sandboxFaults = ({ PUBLIC_URL }: Record<string, string | undefined>): string[] =>
  PUBLIC_URL !== undefined && isPublic(PUBLIC_URL)
    ? ['PUBLIC_URL is public: sandbox mode plays every vendor, so it is for this machine only']
    : []

/** In the sandbox the product's address is where it listens, unless given, and that is on this machine. */
const fillSandbox = (given: Record<string, string | undefined>): Record<string, string | undefined> => {
  const filled: Record<string, string | undefined> = {
    ...sandboxSettings(given['SANDBOX_PORT'] ?? '4000'),
    ...sandboxOperator(given['SANDBOX_PORT'] ?? '4000'),
    ...sandboxReviews(given['SANDBOX_PORT'] ?? '4000'),
    ...EXAMPLE_COMPANY,
    PUBLIC_URL: `http://localhost:${given['PORT'] ?? '3000'}`,
    DRAIN_SECONDS: '0',
    ...given,
    HOST: isLoopback(given['HOST'] ?? '') ? given['HOST'] : '127.0.0.1',
  }
  if (given['TWILIO_MESSAGING_SERVICE_SID'] && !given['TWILIO_FROM']) delete filled['TWILIO_FROM']
  const dataDir = given['DATA_DIR'] ?? './data'
  const missing = SIGNING_KEYS.filter((name) => !given[name])
  return {
    ...filled,
    ...keptSigningKeys(dataDir, missing),
    ENCRYPTION_KEYS: given['ENCRYPTION_KEYS'] ?? keptEncryptionKey(dataDir),
  }
}
