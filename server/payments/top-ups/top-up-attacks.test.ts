import { Stripe } from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let attacker: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `owner-${count}@example.com`)
  attacker = await createOwner(side, `attacker-${count}@example.com`)
})

const stripe = () => side.sandbox.stripe
const verify = (who: Pick<Owner, 'api'>, id: string) =>
  who.api('GET', `/api/payments/verify?session_id=${id}`)
const cents = (who: Owner) => availableCents(side.parts.db, who.businessId)
const paid = async (amount = 20): Promise<string> => {
  const sessionId = await orderTopUp(owner, amount)
  await stripe().pay(sessionId)
  return sessionId
}

describe('the session_id of another payment', () => {
  test('shows another business nothing, not even that it exists, and gives it nothing', async () => {
    const sessionId = await paid()
    const [another, unknown] = await Promise.all([
      verify(attacker, sessionId),
      verify(attacker, 'cs_test_nobodys'),
    ])
    expect([another.status, another.body['code']]).toEqual([404, 'payment-not-found'])
    const { requestId: _a, ...ofAnother } = another.body
    const { requestId: _b, ...ofUnknown } = unknown.body
    expect(ofAnother).toEqual(ofUnknown)
    await handleWaiting(side.parts)
    expect([await cents(owner), await cents(attacker)]).toEqual([2_000, 0])
  })

  test('shows a person without a session nothing, and gives no token', async () => {
    const sessionId = await paid()
    const stranger = side.person()
    expect((await verify(stranger, sessionId)).status).toBe(401)
    expect((await verify(stranger, 'cs_test_nobodys')).status).toBe(401)
  })

  test('with the cookie of a payment of one’s own, shows nothing either', async () => {
    const sessionId = await paid()
    await orderTopUp(attacker, 20)
    attacker.plantCookie('localhost', 'goodword-session=')
    await attacker.api('POST', '/api/auth/logout')
    expect((await verify(attacker, sessionId)).status).toBe(401)
  })
})

describe('coming back from the payment page without a session', () => {
  const loseSession = (who: Owner) => who.plantCookie('localhost', 'goodword-session=')

  test('the browser that left is signed in again, once', async () => {
    const sessionId = await paid()
    loseSession(owner)
    expect((await owner.api('GET', '/api/auth/me')).status).toBe(401)
    const { body } = await verify(owner, sessionId)
    expect(body).toMatchObject({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await side.person().api('POST', '/api/auth/session', { token: body['token'] })).status).toBe(401)
    expect((await owner.api('POST', '/api/auth/session', { token: body['token'] })).status).toBe(200)
    expect((await owner.api('GET', '/api/auth/me')).status).toBe(200)
    loseSession(owner)
    expect((await verify(owner, sessionId)).status).toBe(401)
  })

  test('after a sign-out it signs no person in at this browser', async () => {
    const sessionId = await paid()
    await owner.api('POST', '/api/auth/logout')
    expect((await verify(owner, sessionId)).status).toBe(401)
  })

  test('an hour later it is too late', async () => {
    const sessionId = await paid()
    loseSession(owner)
    await side.parts.db
      .updateTable('checkouts')
      .set({ return_until: new Date(Date.now() - 1) })
      .where('session_id', '=', sessionId)
      .execute()
    expect((await verify(owner, sessionId)).status).toBe(401)
  })

  test('a deactivated owner’s token opens nothing', async () => {
    const sessionId = await paid()
    await owner.api('POST', '/api/auth/deactivate')
    loseSession(owner)
    const { body } = await verify(owner, sessionId)
    const redeemed = await owner.api('POST', '/api/auth/session', { token: body['token'] ?? 'x'.repeat(43) })
    expect([401, 403]).toContain(redeemed.status)
  })
})

test.each([
  ['negative', -20],
  ['nothing', 0],
  ['below the least', 4],
  ['huge', 1_000_001],
  ['beyond all numbers', 1e308],
  ['a fraction', 20.5],
  ['a fraction of a cent', 20.000_001],
  ['not a number', Number.NaN],
  ['endless', Number.POSITIVE_INFINITY],
  ['words', '20'],
  ['a list', [20]],
  ['missing', undefined],
])('an amount that is %s is refused, and no checkout begins', async (_what, amount) => {
  const before = stripe().payments().length
  const { status, body } = await owner.api('POST', '/api/top-ups', { amount })
  expect([status, body['code']]).toEqual([422, 'invalid-request'])
  expect(stripe().payments()).toHaveLength(before)
})

test('a top-up is ordered from our own pages and by an owner only', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await owner.api('POST', '/api/top-ups', { amount: 20 }, foreign)).status).toBe(403)
  expect((await side.person().api('POST', '/api/top-ups', { amount: 20 })).status).toBe(401)
  expect((await side.person().api('GET', '/api/top-ups')).status).toBe(401)
})

test.each([
  ['amount', { amountCents: 100_000 }],
  ['currency', { currency: 'idr' }],
  ['reference', { reference: crypto.randomUUID() }],
])('a session whose %s is not what we ordered credits nothing and is reported', async (_what, change) => {
  const sessionId = await orderTopUp(owner, 20)
  stripe().forge(sessionId, change)
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect((await verify(owner, sessionId)).body).toMatchObject({
    success: false,
    message: expect.stringContaining('does not match'),
  })
  expect(await cents(owner)).toBe(0)
  const { faults } = await reconcilePayments(side.parts)
  expect(faults.some((fault) => fault.startsWith('checkout'))).toBe(true)
})

describe('at the webhook door', () => {
  const secret = () => side.parts.env.STRIPE_WEBHOOK_SECRET
  const body = (more: object = {}) =>
    JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: { id: 'cs_test_forged' } },
      ...more,
    })
  const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: secret(), ...options })
  const knock = async (payload: string, signature?: string) =>
    (
      await fetch(`${side.url}/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { 'stripe-signature': signature }),
        },
        body: payload,
      })
    ).status
  const kept = async () =>
    (await side.parts.db.selectFrom('stripe_events').select('id').execute()).map(({ id }) => id)

  test('what Stripe signed is taken, once', async () => {
    const payload = body()
    const { id } = JSON.parse(payload) as { id: string }
    expect(await Promise.all([1, 2, 3].map(() => knock(payload, sign(payload))))).toEqual([200, 200, 200])
    expect((await kept()).filter((one) => one === id)).toHaveLength(1)
  })

  test('a forged, stale, missing or foreign signature is refused, and nothing is kept', async () => {
    const before = await kept()
    const payload = body()
    const staleAt = Math.floor(Date.now() / 1000) - 301
    const answers = await Promise.all([
      knock(payload),
      knock(payload, ''),
      knock(payload, 't=1,v1=00'),
      knock(payload, sign(payload, { secret: 'whsec_another_account' })),
      knock(payload, sign(payload, { timestamp: staleAt })),
      knock(`${payload} `, sign(payload)),
      knock(payload.replace('cs_test_forged', 'cs_test_edited'), sign(payload)),
      knock('not json', sign('not json')),
    ])
    expect(answers).toEqual(Array(8).fill(400))
    expect(await kept()).toEqual(before)
  })

  test('events of another account, of real money, or of nothing that concerns us are dropped', async () => {
    const before = await kept()
    for (const payload of [
      body({ account: 'acct_somebody' }),
      body({ livemode: true }),
      body({ type: 'customer.created', data: { object: { id: 'cus_1' } } }),
    ])
      expect(await knock(payload, sign(payload))).toBe(200)
    expect(await kept()).toEqual(before)
  })

  test('a true signature on a made-up payment credits nothing: Stripe is asked', async () => {
    const sessionId = await orderTopUp(owner, 500)
    const payload = body({
      data: { object: { id: sessionId, payment_status: 'paid', amount_total: 50_000 } },
    })
    expect(await knock(payload, sign(payload))).toBe(200)
    await handleWaiting(side.parts)
    expect(await cents(owner)).toBe(0)
  })
})
