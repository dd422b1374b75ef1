import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CardFate } from '../../sandbox/stripe/world.ts'
import { createStripe } from '../../server/integrations/stripe/stripe.ts'
import { SANDBOX_VENDORS, useSandbox, vendorSettings } from '../support/sandbox.ts'
import { specPath, withSpecs } from './spec-folder.ts'

type Shape = Record<string, unknown>

const world = useSandbox()
const open = () =>
  createStripe({ ...SANDBOX_VENDORS.stripe, apiUrl: vendorSettings(world.sandbox)['STRIPE_API_URL']! })
const order = {
  reference: crypto.randomUUID(),
  businessId: crypto.randomUUID(),
  amountCents: 5_000,
  currency: 'AUD',
  description: 'Text message funds',
  email: 'dana@whitlock.example',
  successUrl: 'https://goodword.example/payment/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://goodword.example/dashboard?payment=cancelled',
  expiresAt: new Date(Date.now() + 3_600_000),
}
const begin = (more: Partial<typeof order> = {}) =>
  open().createCheckout({ ...order, reference: crypto.randomUUID(), ...more })
const ask = async (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
  const answer = await fetch(`${world.sandbox.url}/stripe/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${SANDBOX_VENDORS.stripe.secretKey}`, ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Shape }
}

describe("What the sandbox's Stripe answers, beside Stripe's own examples", withSpecs, () => {
  const examples = () =>
    (JSON.parse(readFileSync(specPath('stripe'), 'utf8')) as { resources: Record<string, Shape> }).resources

  test('a session, its payment and charge, a refund, a dispute and an event', async () => {
    const { stripe } = world.sandbox
    const { sessionId } = await begin()
    const opened = await ask(`/checkout/sessions/${sessionId}`)
    await stripe.pay(sessionId)
    const refund = await stripe.refund(sessionId, 1_000)
    const dispute = await stripe.dispute(sessionId, { cents: 4_000 })
    const { intentId, chargeId } = stripe.find(sessionId)
    const events = await ask('/events?limit=1')
    const faults = [
      ...differences('checkout.session', opened.body, examples()),
      ...differences('checkout.session', (await ask(`/checkout/sessions/${sessionId}`)).body, examples()),
      ...differences('payment_intent', (await ask(`/payment_intents/${intentId}`)).body, examples()),
      ...differences('charge', (await ask(`/charges/${chargeId}`)).body, examples()),
      ...differences('refund', (await ask(`/refunds/${refund.id}`)).body, examples()),
      ...differences('dispute', (await ask(`/disputes/${dispute.id}`)).body, examples()),
      ...differences('event', (events.body['data'] as Shape[])[0]!, examples()),
    ]
    expect(faults).toEqual([])
  })

  test('a customer, the page on which a card is left, the card, and a charge of it', async () => {
    const { customerId, sessionId, cardId } = await saveCard()
    const { paymentIntentId } = await charge({ customerId, cardId })
    const session = (await ask(`/checkout/sessions/${sessionId}?expand[0]=setup_intent`)).body
    const another = await saveCard()
    const deleted = (await ask(`/customers/${another.customerId}`, { method: 'DELETE' })).body
    const intent = (await ask(`/payment_intents/${paymentIntentId}`)).body
    const faults = [
      ...differences('customer', (await ask(`/customers/${customerId}`)).body, examples()),
      ...differences('deleted_customer', deleted, examples()),
      ...differences('checkout.session', session, examples()),
      ...differences('setup_intent', session['setup_intent'] as Shape, examples()),
      ...differences('payment_method', (await ask(`/payment_methods/${cardId}`)).body, examples()),
      ...differences('payment_intent', intent, examples()),
      ...differences('charge', (await ask(`/charges/${String(intent['latest_charge'])}`)).body, examples()),
    ]
    expect(faults).toEqual([])
  })
})

test('what was begun since then under our references is listed, with whose it is', async () => {
  const since = new Date(Date.now() - 1000)
  const { customerId, cardId } = await saveCard()
  const { sessionId } = await begin()
  const { paymentIntentId } = await charge({ customerId, cardId })
  const orders = await open().listOrders(since)
  expect(orders.find((one) => one.sessionId === sessionId)).toMatchObject({
    state: 'open',
    businessId: order.businessId,
    amountCents: order.amountCents,
  })
  expect(orders.find((one) => one.paymentIntentId === paymentIntentId)).toMatchObject({
    sessionId: undefined,
    state: 'paid',
    businessId: order.businessId,
    customerId,
  })
  expect(orders.every(({ isMarked }) => isMarked)).toBe(true)
  expect(await open().listOrders(new Date(Date.now() + 3_600_000))).toEqual([])
})

describe('a saved card', () => {
  test('is kept for its customer, and charged once under one reference', async () => {
    const { customerId, cardId, card } = await saveCard()
    expect(card).toEqual({ id: cardId, brand: 'visa', last4: '4242', ends: '12/34' })
    const reference = crypto.randomUUID()
    const charges = await Promise.all([1, 2, 3].map(() => charge({ customerId, cardId }, { reference })))
    expect(new Set(charges.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1)
    expect(charges[0]).toMatchObject({
      state: 'paid',
      reference,
      customerId,
      amountCents: 5_000,
      currency: 'AUD',
    })
    expect(charges[0]!.receiptUrl).toContain('/receipt')
    expect(await open().findCharge({ reference, customerId })).toEqual(charges[0])
    expect(await open().findCharge({ reference: crypto.randomUUID(), customerId })).toBeUndefined()
    await expect(charge({ customerId, cardId }, { reference, amountCents: 5_001 })).rejects.toMatchObject({
      kind: 'rejected',
    })
  })

  test.each([
    ['declines', 'declined'],
    ['asks', 'authentication'],
  ] as const)('that %s is reported as such, the same at each charge', async (fate, refusal) => {
    const { customerId, cardId } = await saveCard(fate)
    const reference = crypto.randomUUID()
    const first = await charge({ customerId, cardId }, { reference })
    expect(first).toMatchObject({ state: 'failed', refusal })
    expect(await charge({ customerId, cardId }, { reference })).toEqual(first)
    expect(await open().getPayment(first.paymentIntentId!)).toEqual(first)
    expect(await open().cancelPayment(first.paymentIntentId!)).toMatchObject({ state: 'failed' })
  })

  test('cannot be charged for another customer, nor once it is detached', async () => {
    const [mine, another] = await Promise.all([saveCard(), saveCard()])
    await expect(charge({ ...mine, cardId: another.cardId })).rejects.toMatchObject({ kind: 'rejected' })
    await open().forgetCard(mine.cardId)
    await expect(charge(mine)).rejects.toMatchObject({ kind: 'rejected' })
    await open().forgetCard('pm_nobody')
  })

  test('goes with its customer, whom nobody deletes twice, and the charges of it stay', async () => {
    const card = await saveCard()
    const { paymentIntentId } = await charge(card)
    await open().forgetCustomer(card.customerId)
    await expect(charge(card, { reference: crypto.randomUUID() })).rejects.toMatchObject({ kind: 'rejected' })
    await open().forgetCard(card.cardId)
    await open().forgetCustomer(card.customerId)
    expect((await ask(`/customers/${card.customerId}`, { method: 'DELETE' })).status).toBe(404)
    expect(await open().getPayment(paymentIntentId!)).toMatchObject({ state: 'paid' })
  })

  test('whose charge is not answered may have been charged: the outcome is reported as unknown', async () => {
    const card = await saveCard()
    world.sandbox.faults.ask({ stripeAnswerLost: {} })
    const reference = crypto.randomUUID()
    await expect(charge(card, { reference })).rejects.toMatchObject({ kind: 'outcome-unknown' })
    world.sandbox.faults.clear()
    const found = await open().findCharge({ reference, customerId: card.customerId })
    expect(found).toMatchObject({ state: 'paid' })
    // Too late to cancel: the answer is the payment's state.
    expect(await open().cancelPayment(found!.paymentIntentId!)).toMatchObject({ state: 'paid' })
  })

  test('is charged with a signed event', async () => {
    const { paymentIntentId } = await charge(await saveCard('declines'))
    const events = await open().listEvents({
      since: new Date(Date.now() - 60_000),
      types: ['payment_intent.payment_failed'],
    })
    expect(events.map(({ objectId }) => objectId)).toContain(paymentIntentId)
  })
})

const saveCard = async (fate: CardFate = 'works') => {
  const reference = crypto.randomUUID()
  const customerId = await open().createCustomer({
    reference,
    name: 'Whitlock Electrical',
    email: order.email,
  })
  const { sessionId } = (await open().createCardSetup({ ...order, reference, customerId }))!
  await world.sandbox.stripe.leaveCard(sessionId, fate)
  const { card } = (await open().getCardSetup(sessionId))!
  return { reference, customerId, sessionId, cardId: card!.id, card }
}
const charge = (
  card: { customerId: string; cardId: string },
  more: { reference?: string; amountCents?: number } = {},
) => open().chargeCard({ ...order, reference: crypto.randomUUID(), mayBegin: () => true, ...card, ...more })

test('the same reference begins one checkout, another amount under it is refused', async () => {
  const [first, second] = await Promise.all([open().createCheckout(order), open().createCheckout(order)])
  expect(second.sessionId).toBe(first.sessionId)
  await expect(open().createCheckout({ ...order, amountCents: 1 })).rejects.toMatchObject({
    name: 'VendorFailure',
    kind: 'rejected',
  })
})

test('what Stripe refuses, the sandbox refuses', async () => {
  const soon = new Date(Date.now() + 5 * 60_000)
  for (const more of [{ amountCents: 49 }, { currency: 'dollars' }, { expiresAt: soon }, { email: 'nobody' }])
    await expect(begin(more)).rejects.toMatchObject({ kind: 'rejected' })
  expect((await ask('/checkout/sessions/cs_test_nobody')).status).toBe(404)
  expect((await ask('/events', { authorization: 'Bearer sk_test_wrong' })).status).toBe(401)
  expect(await open().getCheckout('cs_test_nobody')).toBeUndefined()
})

test('a failure at Stripe is reported as one to retry, and the SDK tries again by itself', async () => {
  world.sandbox.faults.ask({ stripe5xx: { count: 1 } })
  expect((await begin()).sessionId).toMatch(/^cs_test_/)
  world.sandbox.faults.ask({ stripe5xx: {} })
  await expect(begin()).rejects.toMatchObject({ kind: 'retry-later', vendor: 'stripe' })
  world.sandbox.faults.clear()
})

test('events are listed from the newest, page by page, by type and time', async () => {
  const { stripe } = world.sandbox
  for (let number = 0; number < 105; number += 1) {
    const { sessionId } = await begin()
    await stripe.expire(sessionId)
  }
  const since = new Date(Date.now() - 3_600_000)
  const events = await open().listEvents({ since, types: ['checkout.session.expired'] })
  expect(events.length).toBeGreaterThanOrEqual(105)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const future = new Date(Date.now() + 60_000)
  expect(await open().listEvents({ since: future, types: ['checkout.session.expired'] })).toEqual([])
})

/** What Stripe leaves out of its answers unless asked, or that only some of them carry. */
const OPTIONAL = new Set(['destination_details', 'level3', 'refunds', 'payment_method_details'])

/** Fields of the example that ours lacks, and fields whose kind is another; the SDK's types check the rest. */
const differences = (name: string, ours: Shape, examples: Record<string, Shape>): string[] =>
  Object.entries(examples[name]!).flatMap(([field, example]) => {
    if (!(field in ours)) return OPTIONAL.has(field) ? [] : [`${name}.${field} is missing`]
    const [expected, actual] = [kindOf(example), kindOf(ours[field])]
    return expected === 'null' || actual === 'null' || expected === actual
      ? []
      : [`${name}.${field} is ${actual}, not ${expected}`]
  })

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
