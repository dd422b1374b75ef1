import { afterAll, beforeAll } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { sandboxReviews } from '../../server/platform/process/env-reviews.ts'
import { newSigningKeys } from '../../server/platform/process/sandbox-keys.ts'

/** Both sides of a test sign with these. */
export const SIGNING = newSigningKeys()

const vendor = { ...sandboxSettings('0'), ...sandboxReviews('0'), ...SIGNING } as Record<string, string>

/** The keys that both sides share, as sandbox mode fills them in. */
export const SANDBOX_VENDORS = {
  xero: {
    clientId: vendor['XERO_CLIENT_ID']!,
    clientSecret: vendor['XERO_CLIENT_SECRET']!,
    webhookKey: vendor['XERO_WEBHOOK_KEY']!,
  },
  twilio: {
    accountSid: vendor['TWILIO_ACCOUNT_SID']!,
    authToken: vendor['TWILIO_AUTH_TOKEN']!,
    from: vendor['TWILIO_FROM'],
    messagingServiceSid: undefined,
  },
  profile: {
    clientId: vendor['OIDC_CLIENT_ID']!,
    clientSecret: vendor['OIDC_CLIENT_SECRET']!,
    audience: vendor['REVIEWS_PUBSUB_AUDIENCE']!,
    email: vendor['REVIEWS_PUBSUB_EMAIL']!,
  },
  stripe: {
    secretKey: vendor['STRIPE_SECRET_KEY']!,
    webhookSecret: vendor['STRIPE_WEBHOOK_SECRET']!,
  },
}

/** In tests texts arrive at once, and a webhook that was not accepted is not sent again for a while. */
const QUICK = { gatherMs: 1, queuedMs: 1, sentMs: 2, deliveredMs: 4 }

export const startSandbox = (options: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
  createSandbox({
    publicUrl: 'http://127.0.0.1:9',
    ...SANDBOX_VENDORS,
    ...options,
    timing: { ...QUICK, ...options.timing },
  })

/** A sandbox of its own for this test file, on a free port. */
export const useSandbox = (options: Partial<SandboxOptions> = {}): { readonly sandbox: Sandbox } => {
  let started: Sandbox | undefined
  beforeAll(async () => {
    started = await startSandbox(options)
  })
  afterAll(async () => {
    await started?.close()
  })
  return {
    get sandbox() {
      if (!started) throw new Error('The sandbox is there only inside a test.')
      return started
    },
  }
}

/** The settings that lead the product to this sandbox: for `readEnv`. */
export const vendorSettings = (sandbox: Sandbox): Record<string, string> => {
  const { port } = new URL(sandbox.url)
  const settings = { ...sandboxSettings(port), ...sandboxReviews(port), ...SIGNING }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value.replace('http://localhost:', 'http://127.0.0.1:'),
    ]),
  )
}
