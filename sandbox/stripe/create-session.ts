import { z } from 'zod'
import { randomHex } from '../identifiers.ts'
import { onceUnder } from './idempotency.ts'
import { noSuchGiven, parameterInvalid, StripeError } from './stripe-error.ts'
import type { FormValue } from './read-form.ts'
import type { Payment, StripeWorld } from './world.ts'

/** A checkout begins, or is the one that was begun under the same key before. */
export const createSession = (
  world: StripeWorld,
  form: Record<string, FormValue>,
  key: string | undefined,
): Payment =>
  onceUnder(world, key, form, {
    find: (id) => world.payments.get(id)!,
    make: () => {
      const wanted = readForm(form, world.now().getTime())
      const payment = wanted.mode === 'setup' ? newSetup(world, wanted) : newPayment(world, wanted)
      world.payments.set(payment.sessionId, payment)
      return { id: payment.sessionId, made: payment }
    },
  })

const newPayment = (world: StripeWorld, form: WantedPayment): Payment => {
  const [item] = form.line_items
  return {
    ...newSession(world, form),
    kind: 'checkout',
    isByCard: form.allowed_payment_method_types !== undefined,
    customerId: null,
    amountCents: form.line_items.reduce(
      (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
      0,
    ),
    currency: item!.price_data.currency,
    description: item!.price_data.product_data.name,
    email: form.customer_email ?? null,
    intentMetadata: form.payment_intent_data.metadata,
    receiptEmail: form.payment_intent_data.receipt_email ?? null,
  }
}

const newSetup = (world: StripeWorld, form: WantedSetup): Payment => {
  const customer = world.customers.get(form.customer)
  if (!customer) throw noSuchGiven('customer', form.customer, 'customer')
  return {
    ...newSession(world, form),
    kind: 'setup',
    customerId: customer.id,
    amountCents: 0,
    currency: form.currency ?? 'aud',
    description: 'A card for automatic top-ups',
    email: customer.email,
    intentMetadata: form.setup_intent_data.metadata,
    receiptEmail: null,
  }
}

const newSession = (world: StripeWorld, form: WantedPayment | WantedSetup) => {
  const now = world.now().getTime()
  return {
    ...UNPAID,
    sessionId: `cs_test_${randomHex(29)}`,
    reference: form.client_reference_id ?? null,
    metadata: form.metadata,
    successUrl: form.success_url,
    cancelUrl: form.cancel_url ?? null,
    createdAt: now,
    expiresAt: form.expires_at === undefined ? now + DAY_MS : form.expires_at * 1000,
    status: 'open' as const,
  }
}

/** The state of a session before a payment was attempted. */
export const UNPAID = {
  cardId: null,
  setupIntentId: null,
  refusal: null,
  isPaid: false,
  intentId: null,
  intentStatus: 'requires_payment_method',
  chargeId: null,
  chargedAt: null,
  later: null,
} as const

const DAY_MS = 86_400_000
const LEAST_OPEN_MS = 30 * 60_000
/** Tolerance for clocks that differ and for the time of the request. */
const SLACK_MS = 60_000
/** 50 cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const page = {
  client_reference_id: z.string().max(200).optional(),
  metadata,
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: z.coerce.number().int().optional(),
}
const types = z.array(z.literal('card')).optional()
const currency = z.string().regex(/^[a-z]{3}$/, 'Invalid currency')
const wantedPayment = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.coerce.number().int().min(1),
        price_data: z.strictObject({
          currency,
          unit_amount: z.coerce.number().int().min(LEAST_CENTS).max(MOST_CENTS),
          product_data: z.strictObject({ name: z.string().min(1) }),
        }),
      }),
    )
    .min(1)
    .max(100),
  customer_email: z.email().max(800).optional(),
  allowed_payment_method_types: types,
  payment_intent_data: z.strictObject({ metadata, receipt_email: z.email().optional() }).prefault({}),
  ...page,
})
const wantedSetup = z
  .strictObject({
    mode: z.literal('setup'),
    customer: z.string(),
    currency: currency.optional(),
    allowed_payment_method_types: types,
    setup_intent_data: z.strictObject({ metadata }).prefault({}),
    ...page,
  })
  .refine(
    ({ currency: given, allowed_payment_method_types: only }) => given !== undefined || only !== undefined,
    {
      path: ['currency'],
      error: 'Required in `setup` mode when `allowed_payment_method_types` is not set.',
    },
  )
const wanted = z.discriminatedUnion('mode', [wantedPayment, wantedSetup])
type WantedPayment = z.infer<typeof wantedPayment>
type WantedSetup = z.infer<typeof wantedSetup>

const readForm = (form: Record<string, FormValue>, now: number): WantedPayment | WantedSetup => {
  const parsed = wanted.safeParse(form)
  if (!parsed.success) throw parameterInvalid(parsed.error.issues)
  const openMs = parsed.data.expires_at === undefined ? DAY_MS : parsed.data.expires_at * 1000 - now
  if (openMs < LEAST_OPEN_MS - SLACK_MS || openMs > DAY_MS + SLACK_MS) {
    const message =
      'The `expires_at` timestamp must be from 30 minutes to 24 hours from Checkout Session creation.'
    throw new StripeError(400, message, { param: 'expires_at' })
  }
  return parsed.data
}
