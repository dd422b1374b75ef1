import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS, localDate, MINUTE_MS } from '../../platform/dates.ts'
import { reconcileOrganisation } from './reconciling/reconcile-organisation.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tell = (...invoices: Invoice[]) => tellOf(product, [{ tenantId: trader.tenantId, invoices }])
const sweep = () => product.job('sweep-organisation', trader)
const many = (count: number) => Array.from({ length: count }, () => trader.paid())
/** Xero gives a number where it describes a text. */
const garble = (invoice: Invoice) => {
  const { number } = invoice
  invoice.number = 17 as unknown as string
  return () => {
    invoice.number = number
  }
}
const passMinutes = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    product.later(5 * MINUTE_MS)
    await product.tick()
  }
}
const organisation = () =>
  product.db
    .selectFrom('organisations')
    .selectAll()
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
const asideOf = async ({ invoiceId }: Invoice) => {
  const { rows } = await sql<{ error: string | null; isDead: boolean; isHandled: boolean }>`
    select error, dead_at is not null as "isDead", handled_at is not null as "isHandled" from xero_events
    where tenant_id = ${trader.tenantId} and resource_id = ${invoiceId}`.execute(product.db)
  return rows
}
const decisions = (invoices: Invoice[]) => Promise.all(invoices.map(trader.decision))
const scheduled = (count: number) => Array<string>(count).fill('scheduled')

test('a sweep puts aside an invoice that it cannot read, takes the others, moves on, and takes it later', async () => {
  const [first, bad, last] = many(3) as [Invoice, Invoice, Invoice]
  const heal = garble(bad)
  await sweep()
  expect(await decisions([first, last])).toEqual(scheduled(2))
  expect((await organisation()).sweep_cursor!.getTime()).toBe(last.updatedAt)
  expect(await asideOf(bad)).toMatchObject([
    { error: expect.stringContaining('InvoiceNumber'), isHandled: false },
  ])
  await sweep()
  await passMinutes(90)
  expect(await asideOf(bad)).toMatchObject([{ isDead: true }])
  heal()
  await sql`update xero_events set dead_at = null, retry_at = null, attempts = 0`.execute(product.db)
  await product.tick()
  expect(await trader.decision(bad)).toBe('scheduled')
})

test('a page of which nothing can be read hides no other page', async () => {
  const bad = many(2)
  bad.forEach(garble)
  const [good] = many(1)
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = (session, ask) => paidInvoices(session, { ...ask, pageSize: 2 })
  await sweep()
  xero.paidInvoices = paidInvoices
  expect(await trader.decision(good!)).toBe('scheduled')
})

test('an invoice without an id stops no sweep', async () => {
  const [nameless, good] = many(2) as [Invoice, Invoice]
  nameless.invoiceId = 'none'
  await sweep()
  expect(await trader.decision(good)).toBe('scheduled')
  expect((await organisation()).sweep_cursor!.getTime()).toBe(good.updatedAt)
})

test.each([2, 5, 40])(
  'of %d invoices that webhooks named, one that cannot be read delays no other',
  async (count) => {
    const [bad, ...good] = many(count) as [Invoice, ...Invoice[]]
    const heal = garble(bad)
    await tell(bad, ...good)
    await trader.sync()
    expect(await decisions(good)).toEqual(scheduled(count - 1))
    expect(await asideOf(bad)).toMatchObject([
      { error: expect.stringContaining('InvoiceNumber'), isHandled: false },
    ])
    heal()
    await passMinutes(5)
    expect(await trader.decision(bad)).toBe('scheduled')
  },
)

test('an answer of which a part has no id is taken for none of the invoices that it lacks', async () => {
  const invoices = many(3)
  const [{ invoiceId }] = invoices as [Invoice]
  const { xero } = product.parts
  const { invoices: ask } = xero
  xero.invoices = async (...asked) => {
    const { body, limits } = await ask(...asked)
    const items = body.items.filter((item) => item.invoiceId !== invoiceId)
    return { body: { items, unreadable: [{ id: undefined, cause: new Error('no id') }] }, limits }
  }
  await tell(...invoices)
  await trader.sync()
  expect(await asideOf(invoices[0]!)).toMatchObject([{ isHandled: false }])
  xero.invoices = ask
  await passMinutes(5)
  expect(await decisions(invoices)).toEqual(scheduled(3))
})

test('a text that waited is not cancelled because Xero’s answer on its invoice cannot be read; others go', async () => {
  const [bad, ...good] = many(3) as [Invoice, ...Invoice[]]
  await trader.openIn(60)
  await tell(bad, ...good)
  await trader.sync()
  const heal = garble(bad)
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(2)
  expect(await trader.request(bad)).toMatchObject({ state: 'scheduled', state_reason: 'xero_unreachable' })
  heal()
  await passMinutes(10)
  expect(trader.texts()).toHaveLength(3)
})

test('an organisation goes live although one of its old invoices cannot be read', async () => {
  await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
  const [bad, old] = many(2) as [Invoice, Invoice]
  garble(bad)
  await product.job('go-live', trader)
  expect(await trader.decision(old)).toBe('paid_before_go_live')
  expect((await organisation()).live_since).not.toBeNull()
})

test.each([0, 2])(
  'one that was paid with a date %d days ahead before it went live, and could not be read then, is never texted',
  async (days) => {
    await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
    const paidOn = new Date(product.now().getTime() + days * DAY_MS)
    const bad = trader.paid(undefined, { date: localDate(paidOn, 'Australia/Sydney') })
    const heal = garble(bad)
    await product.job('go-live', trader)
    heal()
    product.later(days * DAY_MS)
    await sweep()
    await tell(bad)
    await product.tick()
    expect(trader.texts()).toEqual([])
    expect(await trader.decision(bad)).toBe('paid_before_go_live')
  },
)

test('what goes live with an invoice that it cannot read says so in the log', async () => {
  await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
  const [bad, nameless] = many(2) as [Invoice, Invoice]
  garble(bad)
  nameless.invoiceId = 'none'
  const logged = vi.spyOn(product.parts.log, 'error')
  await product.job('go-live', trader)
  expect(logged.mock.calls).toMatchObject([
    [{ tenantId: trader.tenantId, documents: 2, nameless: 1 }, expect.any(String)],
  ])
  logged.mockRestore()
})

test('one of which nothing could be written, as it was disconnected meanwhile, is not said to have gone live', async () => {
  await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
  const [bad] = many(1) as [Invoice]
  garble(bad)
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (...asked) => {
    const answer = await paidInvoices(...asked)
    await trader.setOrganisation({ state: 'disconnected' })
    return answer
  }
  const logged = vi.spyOn(product.parts.log, 'error')
  await product.job('go-live', trader).catch(() => undefined)
  xero.paidInvoices = paidInvoices
  expect(logged.mock.calls).toEqual([])
  logged.mockRestore()
})

test('of an invoice that could not be read as its organisation went live the kind is unknown until it is read', async () => {
  await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
  const [bad] = many(1) as [Invoice]
  const heal = garble(bad)
  const kind = async () =>
    (
      await product.db
        .selectFrom('invoices')
        .select('type')
        .where('invoice_id', '=', bad.invoiceId)
        .executeTakeFirstOrThrow()
    ).type
  await product.job('go-live', trader)
  const before = await kind()
  heal()
  await tell(bad)
  await trader.sync()
  expect([before, await kind(), await trader.decision(bad)]).toEqual([
    'UNREAD',
    'ACCREC',
    'paid_before_go_live',
  ])
})

test('reconcile reports what Xero lists and we cannot read as missing, until it has an outcome', async () => {
  const [bad] = many(2) as [Invoice]
  const heal = garble(bad)
  await sweep()
  await product.tick()
  product.later(20 * MINUTE_MS)
  const account = async () => {
    const { name, time_zone: timeZone, state, live_since: liveSince } = await organisation()
    const { businessId, tenantId } = trader
    return reconcileOrganisation(product.parts, { businessId, tenantId, name, timeZone, state, liveSince })
  }
  expect((await account()).missing).toMatchObject([
    { count: 1, reason: expect.stringContaining('cannot read'), examples: [bad.invoiceId] },
  ])
  heal()
  await passMinutes(5)
  expect((await account()).missing).toEqual([])
})
