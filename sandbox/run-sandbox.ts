import { join } from 'node:path'
import { smtpPortOf } from '../server/platform/process/env-sandbox.ts'
import { EnvError, readEnv, type Env } from '../server/platform/process/env.ts'
import { createLog } from '../server/platform/process/log.ts'
import { closeOnExit, sayReady, untilTold } from '../server/platform/process/process-life.ts'
import { createSandbox } from './sandbox.ts'

/** The stand-ins as a process of their own, started by `npm start`. Refused in live mode. */
await untilTold('prepare')
const env = settings()
const sandbox = await createSandbox({
  publicUrl: env.PUBLIC_URL,
  port: env.SANDBOX_PORT,
  smtpPort: smtpPortOf(env.SANDBOX_PORT),
  snapshotFile: join(env.DATA_DIR, 'sandbox.json'),
  xero: {
    clientId: env.XERO_CLIENT_ID,
    clientSecret: env.XERO_CLIENT_SECRET,
    webhookKey: env.XERO_WEBHOOK_KEY,
  },
  twilio: {
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: env.TWILIO_AUTH_TOKEN,
    from: env.TWILIO_FROM,
    messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
  },
  stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
  ...(env.REVIEWS && {
    profile: {
      clientId: env.REVIEWS_CLIENT_ID ?? env.OIDC_CLIENT_ID,
      clientSecret: env.REVIEWS_CLIENT_SECRET ?? env.OIDC_CLIENT_SECRET,
      audience: env.REVIEWS_PUBSUB_AUDIENCE!,
      email: env.REVIEWS_PUBSUB_EMAIL!,
    },
  }),
  google: {
    issuer: `http://localhost:${env.SANDBOX_PORT}/google`,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    placesApiKey: env.PLACES_API_KEY,
  },
}).catch(explain)
closeOnExit(createLog('sandbox', env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL), sandbox.close)
console.log(
  `Sandbox: http://localhost:${env.SANDBOX_PORT} plays Google, Xero, Stripe, the phone network and the customers.`,
)
sayReady()

function settings(): Env {
  try {
    const env = readEnv()
    if (env.GOODWORD_MODE === 'live')
      throw new EnvError(['GOODWORD_MODE is live: the sandbox does not start'])
    return env
  } catch (cause) {
    if (!(cause instanceof EnvError)) throw cause
    console.error(cause.message)
    process.exit(1)
  }
}

function explain(cause: unknown): never {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
  console.error(`Port ${env.SANDBOX_PORT} is taken: stop what listens there, or set SANDBOX_PORT.`)
  process.exit(1)
}
