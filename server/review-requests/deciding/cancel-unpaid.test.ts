import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

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

test('whoever was left in peace for a text whose payment is undone is asked about her other invoice', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await trader.openIn(60)
  await tell(first)
  await tell(second)
  expect(await trader.decision(second)).toBe('cooldown')
  undo(first)
  await tell(first)
  await trader.sync()
  expect(await trader.decision(second)).toBe('scheduled')
  pay(first)
  await tell(first)
  expect(await trader.decision(first)).toBe('cooldown')
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([expect.objectContaining({ body: expect.stringContaining(second.number) })])
})

test('she is asked also where the payment was undone twice, and made again before her turn came', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await trader.openIn(60)
  await tell(first)
  await tell(second)
  undo(first)
  await tell(first)
  const turn = (at: Date | null) =>
    sql`update xero_events set retry_at = ${at} where event_type = 'FREED' and resource_id = ${second.invoiceId}`.execute(
      product.db,
    )
  await turn(new Date(product.now().getTime() + DAY_MS))
  pay(first)
  await tell(first)
  expect(await trader.decision(first)).toBe('scheduled')
  await turn(null)
  await trader.sync()
  expect(await trader.decision(second)).toBe('cooldown')
  undo(first)
  await tell(first)
  await trader.sync()
  expect(await trader.decision(second)).toBe('scheduled')
})

test('the same where nobody told us, and the text is cancelled as it comes due', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await trader.openIn(60)
  await tell(first)
  await tell(second)
  undo(first)
  product.later(60 * MINUTE_MS)
  await product.tick()
  await product.tick()
  expect(await trader.request(first)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(trader.texts()).toEqual([expect.objectContaining({ body: expect.stringContaining(second.number) })])
})

test('a text that went keeps her in peace, though its payment is undone', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await tell(first)
  await tell(second)
  await product.tick()
  undo(first)
  await tell(first)
  await product.job('sweep-organisation', trader)
  await product.tick()
  expect(await trader.decision(second)).toBe('cooldown')
  expect(trader.texts()).toHaveLength(1)
})

test('what was decided longer ago than texts are sent stays as it is', async () => {
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await trader.openIn(60)
  await tell(first)
  await tell(second)
  const longAgo = new Date(product.now().getTime() - 15 * DAY_MS)
  await product.db
    .updateTable('decisions')
    .set({ decided_at: longAgo })
    .where('invoice_id', '=', second.invoiceId)
    .execute()
  undo(first)
  await tell(first)
  await tell(second)
  await product.tick()
  expect(await trader.decision(second)).toBe('cooldown')
  expect(trader.texts()).toEqual([])
})
