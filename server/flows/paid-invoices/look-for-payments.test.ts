import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tellPayments = (count = 1) =>
  deliver(product, {
    events: Array.from({ length: count }, () => ({
      tenantId: trader.tenantId,
      resourceId: crypto.randomUUID(),
      eventCategory: 'PAYMENT',
      eventType: 'CREATE',
      eventDateUtc: product.now().toISOString(),
    })),
  })
/** The ten seconds of the payments are over, and the two minutes since the last sweep. */
const look = async () => {
  product.later(3 * MINUTE_MS)
  await product.work(`payments:${trader.tenantId}`)
}
const calls = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId)
const unhandled = async () =>
  (
    await product.db
      .selectFrom('xero_events')
      .select('id')
      .where('tenant_id', '=', trader.tenantId)
      .where('handled_at', 'is', null)
      .execute()
  ).length
const missed = async () => (await product.readings())['goodword_webhooks_missed_total'] ?? 0

test('a payment that Xero reports without its invoice brings the text, and is no missed webhook', async () => {
  const before = await missed()
  const invoice = trader.paid()
  await tellPayments()
  await look()
  expect(await trader.decision(invoice)).toBe('scheduled')
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  expect([await unhandled(), (await missed()) - before]).toEqual([0, 0])
})

test.each([
  { of: 'two hundred customers', customers: 200, contactCalls: 5 },
  { of: 'one customer, who is read once', customers: 1, contactCalls: 1 },
])(
  'two hundred payments of $of: looked for once, by batches of forty',
  async ({ customers, contactCalls }) => {
    const payers = Array.from({ length: customers }, () => trader.customer())
    for (let n = 0; n < 200; n += 1) trader.paid(payers[n % customers])
    await tellPayments(200)
    await look()
    // And one page of two hundred.
    expect(calls()).toHaveLength(1 + contactCalls)
    await look()
    expect(calls()).toHaveLength(1 + contactCalls)
  },
)

test('where the invoice’s own event came as well, the look costs one call and changes nothing', async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await tellPayments()
  await trader.sync()
  expect(await trader.decision(invoice)).toBe('scheduled')
  const before = calls().length
  await look()
  expect(calls().length - before).toBe(1)
  expect(await trader.requests()).toHaveLength(1)
})

test('of an organisation that was never swept a payment is looked for after its ten seconds', async () => {
  await trader.setOrganisation({ swept_at: null })
  await tellPayments()
  const event = await product.db
    .selectFrom('xero_events')
    .select(['event_at', 'retry_at'])
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
  expect(event.retry_at).toEqual(event.event_at)
})

test('after the database’s clock is set back a payment is looked for as soon as any other', async () => {
  await trader.setOrganisation({ swept_at: new Date(product.now().getTime() + 24 * 60 * MINUTE_MS) })
  const invoice = trader.paid()
  await tellPayments()
  await look()
  expect(await trader.decision(invoice)).toBe('scheduled')
})

test('a payment that is not due is not looked for, and holds up no invoice', async () => {
  await tellPayments()
  await product.db
    .updateTable('xero_events')
    .set({ retry_at: new Date(product.now().getTime() + MINUTE_MS) })
    .where('tenant_id', '=', trader.tenantId)
    .execute()
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  expect(await trader.decision(invoice)).toBe('scheduled')
  await product.work(`payments:${trader.tenantId}`)
  expect([calls().length, await unhandled()]).toEqual([1, 1])
})

test('a sweep answers for the payments before it, and one that comes while it asks is looked for afterwards', async () => {
  await tellPayments()
  product.later(MINUTE_MS)
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (...asked) => {
    xero.paidInvoices = paidInvoices
    await product.db
      .insertInto('xero_events')
      .values({
        business_id: trader.businessId,
        tenant_id: trader.tenantId,
        resource_id: trader.tenantId,
        category: 'PAYMENT',
        event_type: 'UPDATE',
        event_at: new Date(product.now().getTime() + 10_000),
        correlation_id: 'meanwhile',
      })
      .execute()
    return paidInvoices(...asked)
  }
  await product.job('sweep-organisation', trader)
  expect(await unhandled()).toBe(1)
  await look()
  expect(await unhandled()).toBe(0)
})

test('while Xero is out of reach a look is made again two minutes later, not every second', async () => {
  const invoice = trader.paid()
  await tellPayments()
  product.sandbox.faults.ask({ xero5xx: {} })
  await look()
  const asked = calls().length
  product.sandbox.faults.clear()
  product.later(MINUTE_MS)
  await product.work(`payments:${trader.tenantId}`)
  expect([calls().length - asked, await trader.decision(invoice)]).toEqual([0, undefined])
  await look()
  expect(await trader.decision(invoice)).toBe('scheduled')
})

test('the last of Xero’s day is left to invoices that events name', async () => {
  trader.paid()
  await tellPayments()
  product.later(3 * MINUTE_MS)
  await trader.setOrganisation({ day_remaining: 150, day_read_at: product.now() })
  await product.work(`payments:${trader.tenantId}`)
  expect([calls().length, await unhandled()]).toEqual([0, 0])
})

test('the sandbox’s Xero reports a payment beside its invoice where that is asked for', async () => {
  const { xero } = product.sandbox
  const invoice = trader.paid(undefined, { webhook: true, paymentWebhook: true })
  await xero.webhooks.settled()
  const { events } = JSON.parse(xero.webhooks.state().delivered.at(-1)!.raw)
  expect(events.map((event: { eventCategory: string }) => event.eventCategory)).toEqual([
    'INVOICE',
    'PAYMENT',
  ])
  expect(events[1].resourceId).toBe(invoice.settlements.at(-1)!.id)
  expect(await unhandled()).toBe(2)
})
