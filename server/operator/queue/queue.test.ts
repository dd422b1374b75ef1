import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addAttempt, addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signOperatorIn, type Call } from '../../../test/support/signed-in-operator.ts'
import { asBusiness } from '../../database/database.ts'
import { reserveFunds } from '../../ledger/reserve-funds.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  call = await signOperatorIn(product)
  await sql`delete from stripe_events`.execute(product.db)
})

const bury = async (id: string) => {
  await sql`
    insert into stripe_events (id, type, object_id, created_at, found_by, attempts, error, dead_at)
    values (${id}, 'checkout.session.completed', 'cs_1', now(), 'webhook', 6, 'Stripe did not answer', now())`.execute(
    product.db,
  )
  return `stripe:${id}`
}
const reason = 'Looked at with the vendor'
const queue = async () =>
  (await call('GET', '/api/operator/queue')).body as { messages: { id: string }[]; texts: { id: string }[] }
const acts = () =>
  product.db
    .selectFrom('audit_log')
    .select(['act', 'reason', 'details', 'business_id'])
    .orderBy('id')
    .execute()

test('a dead message is listed with its error, and is handled again when that is asked', async () => {
  const [first, second] = [await bury('evt_1'), await bury('evt_2')]
  expect((await queue()).messages).toMatchObject([
    { id: first, error: 'Stripe did not answer', attempts: 6 },
    { id: second },
  ])
  const replayed = await call('POST', '/api/operator/queue/replay', { ids: [first], reason })
  expect(replayed.body).toEqual({ messages: 1 })
  expect((await queue()).messages.map(({ id }) => id)).toEqual([second])
  const row = await product.db
    .selectFrom('stripe_events')
    .select(['dead_at', 'handled_at', 'attempts'])
    .where('id', '=', 'evt_1')
    .executeTakeFirst()
  expect(row).toEqual({ dead_at: null, handled_at: null, attempts: 0 })
})

test('a message that is dropped is off the list, not handled, and the log says why', async () => {
  const id = await bury('evt_3')
  expect((await call('POST', '/api/operator/queue/drop', { ids: [id], reason })).body).toEqual({
    messages: 1,
  })
  expect((await queue()).messages).toEqual([])
  expect((await acts()).at(-1)).toEqual({
    act: 'dropped-message',
    reason,
    details: { messages: 1, ids: id },
    business_id: null,
  })
  expect((await call('POST', '/api/operator/queue/replay', { ids: [id], reason })).body).toEqual({
    messages: 0,
  })
})

test.each([['all'], ['xero:1;drop'], ['twilio:1'], []])('%s is no message', async (...ids) => {
  expect((await call('POST', '/api/operator/queue/drop', { ids, reason })).status).toBe(422)
})

const stuckText = async () => {
  const where = { businessId: trader.businessId, tenantId: trader.tenantId }
  const requestId = await addRequest(product.db, where, { state: 'unknown' })
  const id = await addAttempt(product.db, where, requestId, {
    state: 'unknown',
    next_look_at: null,
    error_code: 'never_accepted',
    price_cents: 9,
  })
  await asBusiness(product.db, trader.businessId, (trx) =>
    reserveFunds(trx, trader.businessId, [{ reference: id, cents: 9 }]),
  )
  return { id, requestId }
}

test('of two operators who settle one stuck text, one did it, and one line says so', async () => {
  const { id } = await stuckText()
  const before = (await acts()).length
  const settle = (move: string) => call('POST', '/api/operator/queue/settle', { ids: [id], move, reason })
  const answers = await Promise.all([settle('resend'), settle('fail')])
  expect(answers.map(({ body }) => body['texts']).toSorted()).toEqual([0, 1])
  expect((await acts()).length - before).toBe(1)
})

test.each([
  ['resend', 'scheduled', 'resent-text'],
  ['fail', 'failed', 'failed-text'],
] as const)('a stuck text: %s', async (move, state, act) => {
  const { id, requestId } = await stuckText()
  expect((await queue()).texts).toMatchObject([{ id, businessId: trader.businessId, why: 'not-found' }])
  expect((await call('POST', '/api/operator/queue/settle', { ids: [id], move, reason })).body).toEqual({
    texts: 1,
    resting: 0,
  })
  const request = await product.db
    .selectFrom('review_requests')
    .select('state')
    .where('id', '=', requestId)
    .executeTakeFirst()
  expect(request).toEqual({ state })
  expect((await queue()).texts).toEqual([])
  expect((await acts()).at(-1)).toMatchObject({ act, business_id: trader.businessId })
})

test('the doctor’s checks come to the browser', async () => {
  const { status, body } = await call('GET', '/api/operator/health')
  expect(status).toBe(200)
  const { checks } = body as { checks: { name: string; state: string }[] }
  expect(checks.find(({ name }) => name === 'login')).toMatchObject({ state: 'ok' })
  expect(checks.length).toBeGreaterThan(8)
})
