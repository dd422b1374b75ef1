import { createStripe } from '../integrations/stripe/stripe.ts'
import { closeVendors, openVendors } from '../operations/open-vendors.ts'
import type { Env } from '../platform/process/env.ts'

export const isLive = (env: Env): boolean => env.GOODWORD_MODE === 'live'

/** The clients of all vendors, for a process. `doctor` has the same, and looks at Stripe without one. */
export const createVendors = (env: Env, clock: () => Date) => {
  const vendors = openVendors(env, { now: clock })
  return {
    ...vendors,
    stripe: createStripe({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
    }),
    close: () => closeVendors(vendors),
  }
}
