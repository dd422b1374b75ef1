import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Customer, type Trader } from '../../../test/support/trader.ts'
import { deliver, eventOf } from '../../../test/support/xero-door.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
const DAY_MS = 86_400_000
let trader: Trader
let call: Call
let customer: Customer
let mobile = 430_000_000

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
  customer = trader.customer('')
  mobile += 1
})

const skipped = async (from = customer) => {
  const invoice = trader.paid(from)
  await product.job('sweep-organisation', trader)
  return invoice
}
const putRight = (number = `0${mobile}`) =>
  product.sandbox.xero.editPhone(
    trader.tenantId,
    customer.contactId,
    'MOBILE',
    { number },
    { webhook: false },
  )
const retry = (invoiceId: string) => call('POST', `/api/activity/${invoiceId}/retry`)
const retryUnder = (key: string, invoiceId: string) =>
  call('POST', `/api/activity/${invoiceId}/retry`, undefined, { 'idempotency-key': key })
const contactEvent = (contactId: string) =>
  webhookEvent({ tenantId: trader.tenantId, contactId }, product.now())
const keptEvents = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from xero_events where business_id = ${trader.businessId}`.execute(product.db)
  return rows[0]!.n
}

test('after the number was put right in Xero, a retry texts the customer', async () => {
  const { invoiceId } = await skipped()
  expect(await retry(invoiceId)).toMatchObject({ status: 200, body: { changed: false } })
  putRight()
  const retried = await retry(invoiceId)
  expect(retried).toMatchObject({
    status: 200,
    body: { changed: true, item: { outcome: 'pending', reason: null, canRetry: false } },
  })
  await trader.send()
  expect(product.sandbox.twilio.sent().filter(({ to }) => to === `+61${mobile}`)).toHaveLength(1)
  expect(await retry(invoiceId)).toMatchObject({ status: 409, body: { code: 'not-retryable' } })
})

test('an invoice that is decided again stays on its day', async () => {
  const { invoiceId } = await skipped()
  const dayBefore = new Date(product.now().getTime() - 2 * DAY_MS)
  await product.db
    .updateTable('decisions')
    .set({ decided_at: dayBefore })
    .where('invoice_id', '=', invoiceId)
    .execute()
  putRight()
  expect(await retry(invoiceId)).toMatchObject({
    status: 200,
    body: { changed: true, item: { outcome: 'pending', decidedAt: dayBefore.toISOString() } },
  })
})

test('retries under one key are one, at once and afterwards, and each gets its answer', async () => {
  const { invoiceId } = await skipped()
  putRight()
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => retryUnder(key, invoiceId)))
  answers.push(await retryUnder(key, invoiceId))
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { changed: true, item: { outcome: 'pending' } } })
  expect(await retryUnder(key, (await skipped()).invoiceId)).toMatchObject({
    status: 409,
    body: { code: 'key-used' },
  })
})

test('a retry that Xero did not answer may be tried again under its key', async () => {
  const { invoiceId } = await skipped()
  putRight()
  const key = crypto.randomUUID()
  product.sandbox.faults.ask({ xero5xx: {} })
  expect((await retryUnder(key, invoiceId)).status).toBe(503)
  product.sandbox.faults.clear()
  product.later(120_000)
  expect(await retryUnder(key, invoiceId)).toMatchObject({ status: 200, body: { changed: true } })
})

test('Xero’s news of the contact does the same by itself, and for one invoice only', async () => {
  const first = await skipped()
  const second = await skipped()
  putRight()
  expect((await deliver(product, { events: [contactEvent(customer.contactId)] })).status).toBe(200)
  await trader.sync()
  expect([await trader.decision(first), await trader.decision(second)].sort()).toEqual([
    'cooldown',
    'scheduled',
  ])
  expect(await sql`select from xero_events where handled_at is null`.execute(product.db)).toMatchObject({
    rows: [],
  })
})

test('news of contacts that nothing hangs on is dropped at the door', async () => {
  await skipped()
  const texted = trader.customer()
  trader.paid(texted)
  await product.job('sweep-organisation', trader)
  // Nothing waits any more.
  await product.tick()
  const before = await keptEvents()
  const events = [contactEvent(texted.contactId), contactEvent(crypto.randomUUID())]
  expect((await deliver(product, { events })).status).toBe(200)
  expect(await keptEvents()).toBe(before)
})

test('a contact event and an invoice event of one delivery are both worked on', async () => {
  const waiting = await skipped()
  const paid = trader.paid()
  putRight()
  const invoiceEvent = eventOf(trader.tenantId, paid.invoiceId, product.now())
  await deliver(product, { events: [contactEvent(customer.contactId), invoiceEvent] })
  await trader.sync()
  expect(await trader.decision(waiting)).toBe('scheduled')
  expect(await trader.decision(paid)).toBe('scheduled')
})

test('a payment that is old news keeps its reason, and cannot be retried', async () => {
  const invoice = await skipped()
  putRight()
  product.later(15 * DAY_MS)
  ;({ call } = await signInTo(product, trader.businessId))
  await deliver(product, { events: [contactEvent(customer.contactId)] })
  await trader.sync()
  expect(await trader.decision(invoice)).toBe('no_mobile')
  expect(await retry(invoice.invoiceId)).toMatchObject({ status: 409 })
})

test.each(['opted_out', 'cooldown', 'bill', 'automation_off', 'excluded_word'])(
  'a retry after %s sends no second text',
  async (reason) => {
    const { invoiceId } = await skipped()
    putRight()
    await product.db
      .updateTable('decisions')
      .set({ reason, contact_id: null })
      .where('invoice_id', '=', invoiceId)
      .execute()
    expect(await retry(invoiceId)).toMatchObject({ status: 409, body: { code: 'not-retryable' } })
  },
)

test('another business’s invoice cannot be retried', async () => {
  const { invoiceId } = await skipped()
  putRight()
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect(await stranger.call('POST', `/api/activity/${invoiceId}/retry`)).toMatchObject({ status: 404 })
  expect(await trader.requests()).toEqual([])
})

test('while Xero cannot be asked, the owner is told to try later', async () => {
  const { invoiceId } = await skipped()
  product.sandbox.faults.ask({ xero5xx: {} })
  expect(await retry(invoiceId)).toMatchObject({
    status: 503,
    body: { code: 'xero-unavailable', retryAfterSeconds: 60 },
  })
})

test('where Xero has a fault with that invoice alone, too', async () => {
  const { invoiceId } = await skipped()
  const { xero } = product.parts
  const { invoice } = xero
  const fault = () =>
    Promise.reject(new VendorFailure('xero', 'retry-later', 'http-500', 'Xero answered 500'))
  xero.invoice = (session, id) => (id === invoiceId ? fault() : invoice(session, id))
  const answer = await retry(invoiceId)
  Object.assign(xero, { invoice })
  expect(answer).toMatchObject({ status: 503, body: { code: 'xero-unavailable' } })
})

test('where its answer is of an unknown shape, too', async () => {
  const invoice = await skipped()
  invoice.number = 17 as unknown as string
  expect(await retry(invoice.invoiceId)).toMatchObject({ status: 503, body: { code: 'xero-unavailable' } })
})
