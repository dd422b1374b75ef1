import { beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { failingAt } from '../../../test/support/failing-at.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { asBusiness } from '../../database/database.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { runKey } from '../../platform/postgres/work/dispatcher.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tell = async (...invoices: Invoice[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}
const undo = (invoice: Invoice) =>
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
const pay = (invoice: Invoice) =>
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { webhook: false })
const invoiceCalls = () =>
  product.sandbox.xero
    .calls()
    .filter(({ tenantId, path }) => tenantId === trader.tenantId && path.startsWith('/Inv'))

test('a payment that is undone before the text went out calls the text off', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  undo(invoice)
  await tell(invoice)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(trader.texts()).toEqual([])
})

const credit = (invoice: Invoice) => {
  undo(invoice)
  product.sandbox.xero.credit(trader.tenantId, invoice.invoiceId, { webhook: false })
}

test('a payment that a credit note replaced before the text went out cancels the text, though the invoice is PAID', async () => {
  const invoice = trader.paid()
  await trader.openIn(60)
  await tell(invoice)
  credit(invoice)
  await tell(invoice)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(await trader.decision(invoice)).toBe('credit_note')
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([])
})

test('the same, untold, is seen when a text that waited is looked up; a prepayment is money', async () => {
  const [credited, prepaid] = [trader.paid(), trader.paid()]
  await trader.openIn(60)
  await tell(credited, prepaid)
  credit(credited)
  undo(prepaid)
  product.sandbox.xero.pay(trader.tenantId, prepaid.invoiceId, { webhook: false, kind: 'prepayment' })
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(await trader.request(credited)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(trader.texts().map(({ to }) => to)).toEqual([(await trader.request(prepaid)).customer_phone])
})

test('paid once more, the customer gets that text after all, once', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  undo(invoice)
  await tell(invoice)
  pay(invoice)
  await tell(invoice)
  await product.tick()
  undo(invoice)
  await tell(invoice)
  pay(invoice)
  await tell(invoice)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test('paid once more, the invoice is judged anew, and that judgement stays', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await tell(first)
  undo(first)
  await tell(first)
  await tell(second)
  await product.tick()
  pay(first)
  await tell(first)
  expect(await trader.decision(first)).toBe('cooldown')
  await trader.set({ cooldown_days: 0 })
  await tell(first)
  await product.job('sweep-organisation', trader)
  await product.tick()
  expect(await trader.decision(first)).toBe('cooldown')
  expect(trader.texts()).toHaveLength(1)
})

test('paid once more, it has no turn from before', async () => {
  const invoice = trader.paid()
  await trader.openIn(60)
  await tell(invoice)
  await product.db
    .updateTable('review_requests')
    .set({ turn_at: new Date(product.now().getTime() + 120 * MINUTE_MS) })
    .where('business_id', '=', trader.businessId)
    .execute()
  undo(invoice)
  await tell(invoice)
  pay(invoice)
  await tell(invoice)
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled', turn_at: null })
})

test('a text that waited more than ten minutes is looked up in Xero first, and cancelled when no webhook reported the change', async () => {
  const [kept, undone] = [trader.paid(), trader.paid()]
  await trader.openIn(60)
  await tell(kept, undone)
  undo(undone)
  product.later(60 * MINUTE_MS)
  const calls = invoiceCalls().length
  await product.tick()
  expect(trader.texts().map(({ to }) => to)).toEqual([(await trader.request(kept)).customer_phone])
  expect(await trader.request(undone)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(invoiceCalls().length - calls).toBe(2)
})

test('a text that waited is cancelled while nothing else of its business is decided', async () => {
  const invoice = trader.paid()
  await trader.openIn(60)
  await tell(invoice)
  undo(invoice)
  product.later(60 * MINUTE_MS)
  const isWaiting = async () => {
    const { rowCount } = await asOwner(product.databaseUrl, (pool) =>
      pool.query(`select from pg_locks where locktype = 'advisory' and not granted`),
    )
    expect(rowCount).toBe(1)
  }
  const sent = Promise.withResolvers<unknown>()
  await asBusiness(product.db, trader.businessId, async (trx) => {
    await lockDecisions(trx, trader.businessId)
    trader.send().then(sent.resolve, sent.reject)
    await vi.waitFor(isWaiting, { timeout: 5_000 })
    expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
  })
  await sent.promise
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
})

test('while Xero cannot be asked, a text that waited is postponed, never sent on an old answer', async () => {
  const invoice = trader.paid()
  await trader.openIn(60)
  await tell(invoice)
  product.later(60 * MINUTE_MS)
  product.sandbox.faults.ask({ xero5xx: {} })
  await product.tick()
  expect(trader.texts()).toEqual([])
  product.sandbox.faults.clear()
  product.later(6 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})

test('a worker that stops asks Xero about no more texts that waited, and another sends them', async () => {
  const invoices = Array.from({ length: 41 }, () => trader.paid())
  await trader.openIn(60)
  await tell(...invoices)
  product.later(60 * MINUTE_MS)
  const { xero } = product.parts
  const ask = xero.invoices
  const stopping = new AbortController()
  const asked: number[] = []
  xero.invoices = (session, ids) => {
    stopping.abort()
    asked.push(ids.length)
    return ask(session, ids)
  }
  const stop = () => runKey(product.allWork(), `send:${trader.businessId}`, stopping.signal)
  await stop()
  await stop()
  expect(asked).toEqual([40])
  expect(trader.texts()).toEqual([])
  xero.invoices = ask
  await product.tick()
  expect(trader.texts()).toHaveLength(41)
})

test.each([
  ['rejected', 'http-400'],
  ['retry-later', 'http-500'],
] as const)(
  'one invoice at which Xero fails alone (%s, %s) holds up no other text, and goes once Xero answers',
  async (kind, code) => {
    const [bad, ...good] = Array.from({ length: 7 }, () => trader.paid()) as [Invoice, ...Invoice[]]
    await trader.openIn(60)
    await tell(bad, ...good)
    product.later(60 * MINUTE_MS)
    const mend = failingAt(product, bad, [kind, code])
    await product.tick()
    mend()
    expect(trader.texts()).toHaveLength(6)
    expect(await trader.request(bad)).toMatchObject({ state: 'scheduled', state_reason: 'xero_unreachable' })
    // Its next look is half an hour away: more of them would use up Xero's day.
    await trader.openIn(20)
    for (const [minutes, texts] of [
      [29, 6],
      [2, 7],
    ] as const) {
      product.later(minutes * MINUTE_MS)
      await product.tick()
      expect(trader.texts()).toHaveLength(texts)
    }
  },
)

test('a text that the gateway postponed is cancelled too, its price is released and pays for the next', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  const before = await trader.balance()
  expect(before.reserved).toBeGreaterThan(0)
  undo(invoice)
  await tell(invoice)
  product.later(2 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('a text that the gateway postponed for long is looked up in Xero before it is tried again', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  undo(invoice)
  product.later(11 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('a payment undone while we did not know whether the gateway had the text is not asked about again', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  await trader.send()
  undo(invoice)
  await tell(invoice)
  for (const minutes of [0.1, 1, 5]) {
    product.later(minutes * MINUTE_MS)
    await product.tick()
  }
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(trader.texts()).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('an invoice whose payment is undone is on record as it stands in Xero', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  undo(invoice)
  await tell(invoice)
  const row = await product.db
    .selectFrom('invoices')
    .select(['status', 'amount_due'])
    .where('invoice_id', '=', invoice.invoiceId)
    .executeTakeFirst()
  expect(row).toEqual({ status: 'AUTHORISED', amount_due: '123.0000' })
})

test('whose payment was undone may be asked about the invoice that was paid instead, reported by one webhook', async () => {
  const customer = trader.customer()
  const wrong = trader.paid(customer)
  await trader.openIn(60)
  await tell(wrong)
  undo(wrong)
  const right = trader.paid(customer)
  await tell(wrong, right)
  expect(await trader.decision(right)).toBe('scheduled')
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})
