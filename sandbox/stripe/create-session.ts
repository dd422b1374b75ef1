import { createHash } from 'node:crypto'
import { z } from 'zod'
import { randomHex } from '../identifiers.ts'
import { StripeError } from './stripe-error.ts'
import type { FormValue } from './read-form.ts'
import type { Payment, StripeWorld } from './world.ts'

/** A checkout begins, or is the one that was begun under the same key before. */
export const createSession = (
  world: StripeWorld,
  form: Record<string, FormValue>,
  key: string | undefined,
): Payment => {
  const asked = createHash('sha256').update(JSON.stringify(form)).digest('hex')
  const before = key === undefined ? undefined : world.idempotency.get(key)
  if (before && before.asked !== asked) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`
    throw new StripeError(400, message, { type: 'idempotency_error' })
  }
  if (before) return world.payments.get(before.sessionId)!
  const payment = newPayment(world, read(form, world.now().getTime()))
  world.payments.set(payment.sessionId, payment)
  if (key !== undefined) world.idempotency.set(key, { asked, sessionId: payment.sessionId })
  return payment
}

type Wanted = z.infer<typeof wanted>

const newPayment = (world: StripeWorld, form: Wanted): Payment => {
  const [item] = form.line_items
  const now = world.now().getTime()
  return {
    sessionId: `cs_test_${randomHex(29)}`,
    reference: form.client_reference_id ?? null,
    amountCents: form.line_items.reduce(
      (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
      0,
    ),
    currency: item!.price_data.currency,
    description: item!.price_data.product_data.name,
    email: form.customer_email ?? null,
    metadata: form.metadata,
    intentMetadata: form.payment_intent_data.metadata,
    receiptEmail: form.payment_intent_data.receipt_email ?? null,
    successUrl: form.success_url,
    cancelUrl: form.cancel_url ?? null,
    createdAt: now,
    expiresAt: form.expires_at === undefined ? now + DAY_MS : form.expires_at * 1000,
    status: 'open',
    isPaid: false,
    intentId: null,
    intentStatus: 'requires_payment_method',
    chargeId: null,
    later: null,
  }
}

const DAY_MS = 86_400_000
const LEAST_OPEN_MS = 30 * 60_000
/** Clocks differ by a little, and the request took its time. */
const SLACK_MS = 60_000
/** 50 cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const wanted = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.coerce.number().int().min(1),
        price_data: z.strictObject({
          currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
          unit_amount: z.coerce.number().int().min(LEAST_CENTS).max(MOST_CENTS),
          product_data: z.strictObject({ name: z.string().min(1) }),
        }),
      }),
    )
    .min(1)
    .max(100),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().max(800).optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata, receipt_email: z.email().optional() }).prefault({}),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: z.coerce.number().int().optional(),
})

const read = (form: Record<string, FormValue>, now: number): Wanted => {
  const parsed = wanted.safeParse(form)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StripeError(400, issue!.message, { param: paramOf(issue!.path), code: 'parameter_invalid' })
  }
  const openMs = parsed.data.expires_at === undefined ? DAY_MS : parsed.data.expires_at * 1000 - now
  if (openMs < LEAST_OPEN_MS - SLACK_MS || openMs > DAY_MS + SLACK_MS) {
    const message =
      'The `expires_at` timestamp must be from 30 minutes to 24 hours from Checkout Session creation.'
    throw new StripeError(400, message, { param: 'expires_at' })
  }
  return parsed.data
}

const paramOf = ([first, ...rest]: PropertyKey[]): string =>
  String(first ?? '') + rest.map((name) => `[${String(name)}]`).join('')
