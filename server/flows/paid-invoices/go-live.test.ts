import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
})

const goLive = () => product.job('go-live', trader)
const tell = (...invoices: { invoiceId: string }[]) =>
  tellOf(product, [{ tenantId: trader.tenantId, invoices }])

test('what is paid already is on record as paid before, and after an edit of it no text is sent', async () => {
  const customer = trader.customer()
  const old = [
    trader.paid(customer),
    trader.paid(customer),
    trader.paid(trader.customer(), { date: '2026-01-05' }),
  ]
  await goLive()
  expect(await Promise.all(old.map(trader.decision))).toEqual(Array(3).fill('paid_before_go_live'))
  await tell(...old)
  await product.tick()
  await product.job('sweep-organisation', trader)
  await product.tick()
  expect(trader.texts()).toEqual([])
})

test.each(['prepayment', 'overpayment'] as const)(
  'one that a %s settled before is not asked about, although its message waits and it is edited',
  async (kind) => {
    const invoice = trader.paid(undefined, { kind })
    await tell(invoice)
    await goLive()
    expect(await trader.decision(invoice)).toBe('paid_before_go_live')
    await product.tick()
    await edit(invoice)
    expect(await trader.decision(invoice)).toBe('paid_before_go_live')
    expect(trader.texts()).toEqual([])
  },
)

const edit = async (invoice: Invoice) => {
  product.later(MINUTE_MS)
  await tell(invoice)
  await product.tick()
}
const settleAgain = (invoice: Invoice, kind: 'prepayment' | 'payment') => {
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { kind, webhook: false })
}
/** As it was once recorded, when nobody looked closer. */
const recordAsCredited = async ({ invoiceId }: Invoice) => {
  await product.db
    .updateTable('decisions')
    .set({ reason: 'credit_note' })
    .where('invoice_id', '=', invoiceId)
    .execute()
}

test('nor is one that going live once took for credited, until it is paid on a later day', async () => {
  const [prepaid, corrected] = [trader.paid(undefined, { kind: 'prepayment' }), trader.paid()]
  await goLive()
  for (const invoice of [prepaid, corrected]) await recordAsCredited(invoice)
  await edit(prepaid)
  expect(await trader.decision(prepaid)).toBe('paid_before_go_live')
  product.later(DAY_MS)
  settleAgain(corrected, 'payment')
  await edit(corrected)
  await edit(prepaid)
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.decision(corrected)).toBe('scheduled')
})

test('nor is a credited one that is corrected while the account is away', async () => {
  await goLive()
  const invoice = trader.paid(undefined, { kind: 'credit-note' })
  await edit(invoice)
  expect(await trader.decision(invoice)).toBe('credit_note')
  await trader.setOrganisation({ live_since: null })
  settleAgain(invoice, 'prepayment')
  await goLive()
  await edit(invoice)
  expect(trader.texts()).toEqual([])
  expect(await trader.decision(invoice)).toBe('paid_before_go_live')
})

test('what is paid from then on is asked about', async () => {
  await goLive()
  product.later(MINUTE_MS)
  const invoice = trader.paid()
  await tell(invoice)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})

test('until the line is drawn nothing is decided, and what came meanwhile is decided after', async () => {
  const awaiting = trader.invoice()
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (...ask) => {
    const answer = await paidInvoices(...ask)
    product.sandbox.xero.pay(trader.tenantId, awaiting.invoiceId, { webhook: false })
    await tell(awaiting)
    await trader.sync()
    expect(await trader.decision(awaiting)).toBeUndefined()
    return answer
  }
  await goLive()
  xero.paidInvoices = paidInvoices
  await product.tick()
  expect(await trader.decision(awaiting)).toBe('scheduled')
})

test('the line is drawn once: a second call moves nothing', async () => {
  await goLive()
  const when = () =>
    product.db
      .selectFrom('organisations')
      .select('live_since')
      .where('tenant_id', '=', trader.tenantId)
      .executeTakeFirst()
  const first = await when()
  product.later(MINUTE_MS)
  trader.paid()
  await goLive()
  expect(await when()).toEqual(first)
})

test('while Xero is out of reach the business does not go live, and does later', async () => {
  const invoice = trader.paid()
  product.sandbox.faults.ask({ xero5xx: { count: 1 } })
  await expect(goLive()).rejects.toThrow('Xero cannot be asked')
  expect(await trader.decision(invoice)).toBeUndefined()
  product.later(MINUTE_MS)
  await goLive()
  expect(await trader.decision(invoice)).toBe('paid_before_go_live')
})

test('an account that is deactivated as it goes live is not live: what is paid until it is back is not asked about', async () => {
  trader.paid()
  const gone = Promise.withResolvers<void>()
  let deactivating: Promise<void> | undefined
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (...ask) => {
    xero.paidInvoices = paidInvoices
    const answer = await paidInvoices(...ask)
    const written = Promise.withResolvers<void>()
    deactivating = asBusiness(product.db, trader.businessId, async (trx) => {
      await trx
        .updateTable('organisations')
        .set({ state: 'disconnected', live_since: null })
        .where('tenant_id', '=', trader.tenantId)
        .execute()
      written.resolve()
      await gone.promise
    })
    await written.promise
    return answer
  }
  const wentLive = goLive()
  // All pages are on record, and the deactivation is not committed.
  await expect.poll(waiting, { timeout: 5000 }).toBe(1)
  gone.resolve()
  await Promise.all([deactivating, wentLive])
  product.later(DAY_MS)
  const meanwhile = trader.paid()
  await trader.setOrganisation({ state: 'connected' })
  await goLive()
  await tell(meanwhile)
  await product.tick()
  expect(await trader.decision(meanwhile)).toBe('paid_before_go_live')
  expect(trader.texts()).toEqual([])
})

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(product.db)
  return rows[0]!.count
}
