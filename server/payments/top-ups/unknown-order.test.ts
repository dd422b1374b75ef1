import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import {
  availableCents,
  cardMovements,
  handleWaiting,
  leaveCard,
  orderTopUp,
} from '../../../test/support/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { claimCharge } from '../auto-top-ups/claim-charge.ts'
import { failCharge } from '../auto-top-ups/fail-charge.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `owner-${count}@example.com`)
})

const stripe = () => side.sandbox.stripe
const faults = async () => (await reconcilePayments(side.parts)).faults
const fault = (id: string) =>
  `payment ${id} is paid at Stripe, for an order of ours that is not in this database`

test('a payment whose order is lost is a fault until it is refunded', async () => {
  const sessionId = await pageOfOld(crypto.randomUUID())
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([])
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([fault(sessionId)])
  expect(await faults()).toEqual([fault(sessionId)])
  await stripe().refund(sessionId)
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([])
})

test('a payment whose order is restored is credited once, and no fault any more', async () => {
  const order = await loseOrder(await orderTopUp(owner, 20))
  const sessionId = await pageOfOld(order['id'] as string)
  Object.assign(order, { session_id: sessionId })
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([fault(sessionId)])
  await asOwner('insert into checkouts select * from jsonb_populate_record(null::checkouts, $1)', [order])
  expect(await reconcilePayments(side.parts)).toMatchObject({ repaired: 1, faults: [] })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  expect(await reconcilePayments(side.parts)).toMatchObject({ repaired: 0, faults: [] })
})

test('a refund of a payment whose order is lost is taken once the order is restored', async () => {
  const order = await loseOrder(await orderTopUp(owner, 20))
  const sessionId = await pageOfOld(order['id'] as string)
  Object.assign(order, { session_id: sessionId })
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  const refund = await stripe().refund(sessionId, 500)
  await handleWaiting(side.parts)
  expect((await faults()).toSorted()).toEqual([
    fault(sessionId),
    `refund or dispute ${refund.id} is of a payment for an order of ours that is not in this database`,
  ])
  await asOwner('insert into checkouts select * from jsonb_populate_record(null::checkouts, $1)', [order])
  expect((await reconcilePayments(side.parts)).faults).toEqual([])
  expect(await cardMovements(side.parts.db, owner.businessId)).toEqual(['topup 2000', 'refund -500'])
})

/** As with a wrong key, or at a wrong address. */
const knowingNothing = () => {
  const nothing = () => Promise.resolve(undefined)
  const none = { getCheckout: nothing, getPayment: nothing, getRefund: nothing, getDispute: nothing }
  return { ...side.parts, stripe: { ...side.parts.stripe, ...none } }
}

test('a refund and a dispute that Stripe did not know are taken once it does', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  await stripe().refund(sessionId, 500)
  await stripe().dispute(sessionId, { cents: 700 })
  await handleWaiting(knowingNothing())
  expect((await reconcilePayments(knowingNothing())).repaired).toBe(0)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  expect(await reconcilePayments(side.parts)).toMatchObject({ repaired: 2, faults: [] })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(800)
  expect((await reconcilePayments(side.parts)).repaired).toBe(0)
})

test('a payment whose order is lost stays a fault while Stripe does not know it', async () => {
  const sessionId = await pageOfOld(crypto.randomUUID())
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect((await reconcilePayments(knowingNothing())).faults).toEqual([fault(sessionId)])
  await stripe().refund(sessionId)
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([])
})

test('ours is looked at soon, however many of another system’s on this account have no order', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  await stripe().refund(sessionId, 500)
  await handleWaiting(knowingNothing())
  await asOwner(
    `insert into stripe_events (id, type, object_id, created_at, found_by, handled_at, outcome)
     select 'evt_a_' || n, 'refund.created', 're_a_' || n, now(), 'webhook', now() - n * interval '1 minute', 'no-order'
     from generate_series(0, 400) n`,
    [],
  )
  const { parts } = side
  const getRefund: typeof parts.stripe.getRefund = async (id) => {
    if (!id.startsWith('re_a_')) return parts.stripe.getRefund(id)
    if (/[02468]$/.test(id)) return undefined
    throw new VendorFailure('stripe', 'rejected', 'http-400', 'Stripe answered 400')
  }
  const crowded = { ...parts, stripe: { ...parts.stripe, getRefund } }
  const repaired: number[] = []
  for (let time = 0; time < 3; time += 1) repaired.push((await reconcilePayments(crowded)).repaired)
  await asOwner(`delete from stripe_events where object_id like 're\\_a\\_%'`, [])
  expect(repaired.reduce((sum, one) => sum + one)).toBe(1)
  expect(await availableCents(parts.db, owner.businessId)).toBe(1_500)
})

test('a charge that was forgotten and refunded waits for an older one to end: then both are booked', async () => {
  await leaveCard(side, owner)
  const { businessId } = owner
  const now = await side.parts.databaseNow()
  const open = await asBusiness(side.parts.db, businessId, (trx) => claimCharge(trx, businessId, now))
  const forgotten = { ...open!, reference: crypto.randomUUID(), mayBegin: () => true }
  const { paymentIntentId } = await side.parts.stripe.chargeCard(forgotten)
  await stripe().refund(paymentIntentId!)
  await handleWaiting(side.parts)
  expect(await cardMovements(side.parts.db, businessId)).toEqual([])
  await failCharge(side.parts, { ...open!, failure: 'not_made' })
  expect((await reconcilePayments(side.parts)).faults).toEqual([])
  expect(await cardMovements(side.parts.db, businessId)).toEqual(['topup 5000', 'refund -5000'])
})

test.each([
  ['that carry no reference', {}],
  ['with a reference alone', { client_reference_id: crypto.randomUUID() }],
  ['with references of another form', { client_reference_id: 'cart 7', 'metadata[checkout]': 'cart 7' }],
  ['with two references', { client_reference_id: crypto.randomUUID(), 'metadata[checkout]': 'x' }],
])('payments %s are another system’s, and left alone', async (_, reference: object) => {
  const sessionId = await anotherSystemsPage(reference)
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect(await faults()).toEqual([])
})

test('an order whose page was asked for without an answer ends a day after its time', async () => {
  side.sandbox.faults.ask({ stripeAnswerLost: {} })
  const { status } = await owner.api('POST', '/api/top-ups', { amount: 20 })
  side.sandbox.faults.clear()
  expect(status).toBe(503)
  const order = async () => {
    const [row] = await asOwner(
      'select state, session_id, expires_at from checkouts where business_id = $1',
      [owner.businessId],
    )
    return row as { state: string; session_id: string | null; expires_at: Date }
  }
  const { session_id, expires_at } = await order()
  expect(session_id).toBeNull()
  const stateAt = async (ms: number) => {
    await reconcilePayments({ ...side.parts, databaseNow: async () => new Date(expires_at.getTime() + ms) })
    return (await order()).state
  }
  expect(await stateAt(24 * 60 * 60_000)).toBe('open')
  expect(await stateAt(24 * 60 * 60_000 + 1)).toBe('expired')
})

test('a payment that Stripe refuses to return is a fault and stops no other; a Stripe that is away ends the run', async () => {
  const good = await orderTopUp(owner, 20)
  await stripe().pay(good)
  const bad = await orderTopUp(owner, 50)
  side.later(11 * 60_000)
  const failing = (kind: 'rejected' | 'retry-later') => {
    const port = side.parts.stripe
    const failure = new VendorFailure('stripe', kind, 'http-400', 'Stripe answered 400')
    const getCheckout: typeof port.getCheckout = (id) =>
      id === bad ? Promise.reject(failure) : port.getCheckout(id)
    return { ...side.parts, stripe: { ...port, getCheckout } }
  }
  await expect(reconcilePayments(failing('retry-later'))).rejects.toThrow('Stripe answered 400')
  expect((await reconcilePayments(failing('rejected'))).faults).toEqual([
    `payment ${bad} could not be compared with Stripe: Stripe answered 400`,
  ])
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  expect(await faults()).toEqual([])
})

test('an order whose page Stripe does not know, as after a change of account, ends a day after its time', async () => {
  const sessionId = await orderTopUp(owner, 20)
  const { parts } = side
  const other = { ...parts, stripe: { ...parts.stripe, getCheckout: () => Promise.resolve(undefined) } }
  const stateAfter = async (ms: number) => {
    side.later(ms)
    await reconcilePayments(other)
    const [row] = await asOwner('select state from checkouts where session_id = $1', [sessionId])
    return row!['state']
  }
  expect(await stateAfter(2 * 60 * 60_000)).toBe('open')
  expect(await stateAfter(24 * 60 * 60_000)).toBe('expired')
})

const asOwner = async (statement: string, values: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: side.parts.env.DATABASE_URL })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** As after a restore of a backup that is older than the order. */
const loseOrder = async (sessionId: string): Promise<Record<string, unknown>> => {
  const [row] = await asOwner('delete from checkouts c where session_id = $1 returning to_jsonb(c) as lost', [
    sessionId,
  ])
  return row!['lost'] as Record<string, unknown>
}

/** From before pages carried whose order they are: such an order cannot be written anew. */
const pageOfOld = (order: string): Promise<string> =>
  anotherSystemsPage({ client_reference_id: order, 'metadata[checkout]': order })

const anotherSystemsPage = async (reference: object): Promise<string> => {
  const { STRIPE_API_URL, STRIPE_SECRET_KEY } = side.parts.env
  const answer = await fetch(`${STRIPE_API_URL}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://localhost/done',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'aud',
      'line_items[0][price_data][unit_amount]': '2000',
      'line_items[0][price_data][product_data][name]': 'A pot',
      ...reference,
    }),
  })
  const { id } = (await answer.json()) as { id: string }
  return id
}
