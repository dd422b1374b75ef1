import { Stripe } from 'stripe'
import { z } from 'zod'
import { keepable } from '../../platform/http/keepable.ts'
import { eventFacts } from './stripe-facts.ts'
import type { StripeEvent } from './stripe-types.ts'

const TOLERANCE_SECONDS = 300
/** Beyond it a number is no moment of Stripe's. */
const YEAR_2100_S = 4_102_444_800

/**
 * The event in these bytes, or undefined unless Stripe signed exactly them within the last five minutes
 * (https://docs.stripe.com/webhooks#verify-official-libraries).
 */
export const verifyEvent = (
  body: Buffer,
  signature: string | undefined,
  { secret, now }: { secret: string; now: Date },
): StripeEvent | undefined => {
  if (!signature) return undefined
  try {
    const event = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    )
    return shape.safeParse(event).success ? eventFacts(event) : undefined
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

const shape = z.object({
  id: keepable.min(1),
  type: z.string().min(1),
  created: z.int().min(0).max(YEAR_2100_S),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: keepable.min(1) }) }),
})
