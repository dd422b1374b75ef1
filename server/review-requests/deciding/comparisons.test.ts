import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { sideOf } from '../../experiments/side-of.ts'
import type { Side } from '../../experiments/experiment-rules.ts'
import { optOut } from '../../opt-outs/opt-out.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const SEED = Buffer.alloc(16, 7)
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

type Compared = Partial<{
  kind: 'hold_out' | 'delays' | 'wordings'
  percent_b: number
  delay_a_minutes: number
  delay_b_minutes: number
  wording_a: string
  wording_b: string
}>
const HALF = { percent_b: 50 }

const compare = async (compared: Compared): Promise<void> => {
  await asBusiness(product.db, trader.businessId, (trx) =>
    trx
      .insertInto('experiments')
      .values({
        business_id: trader.businessId,
        kind: 'hold_out',
        seed: SEED,
        ...HALF,
        registered_at: new Date(product.now().getTime() - DAY_MS),
        ends_at: new Date(product.now().getTime() + DAY_MS),
        ...compared,
      })
      .execute(),
  )
}
const stop = () =>
  asBusiness(product.db, trader.businessId, (trx) =>
    trx
      .updateTable('experiments')
      .set({ stopped_at: product.now() })
      .where('stopped_at', 'is', null)
      .execute(),
  )

/** Customers of whom so many are on each side. */
const customersOf = (each: number): Record<Side, Customer[]> => {
  const found: Record<Side, Customer[]> = { a: [], b: [] }
  while (found.a.length < each || found.b.length < each) {
    const customer = trader.customer()
    const phoneHash = product.parts.hashPhone(customer.phone)
    found[sideOf({ seed: SEED.toString('hex'), percentB: 50 }, phoneHash).side].push(customer)
  }
  return { a: found.a.slice(0, each), b: found.b.slice(0, each) }
}
const tell = async (...invoices: Invoice[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}
const outcomes = (invoices: Invoice[]) => Promise.all(invoices.map((one) => trader.decision(one)))
const entered = async () => {
  const { rows } = await sql<{ invoice: string; side: Side; meantAt: Date }>`
    select invoice_id as invoice, side, meant_at as "meantAt" from experiment_customers
    where business_id = ${trader.businessId}`.execute(product.db)
  return rows
}

test('whom chance leaves out gets no text while it lasts, and is asked afterwards', async () => {
  await compare({})
  const { a, b } = customersOf(2)
  const asked = a.map((one) => trader.paid(one))
  const leftOut = b.map((one) => trader.paid(one))
  await tell(...asked, ...leftOut)
  await trader.send()
  expect(await outcomes([...asked, ...leftOut])).toEqual([
    'scheduled',
    'scheduled',
    'left_out_by_chance',
    'left_out_by_chance',
  ])
  expect(
    trader
      .texts()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(a.map(({ phone }) => phone).toSorted())

  const again = trader.paid(b[0])
  await tell(again)
  expect(await trader.decision(again)).toBe('left_out_by_chance')
  expect((await entered()).map(({ invoice, side }) => ({ invoice, side })).toSorted(byInvoice)).toEqual(
    [
      ...asked.map(({ invoiceId }) => ({ invoice: invoiceId, side: 'a' })),
      ...leftOut.map(({ invoiceId }) => ({ invoice: invoiceId, side: 'b' })),
    ].toSorted(byInvoice),
  )

  product.later(25 * 60 * MINUTE_MS)
  const later = trader.paid(b[0])
  await tell(later)
  expect(await trader.decision(later)).toBe('scheduled')
})

const byInvoice = (one: { invoice: string }, other: { invoice: string }) =>
  one.invoice.localeCompare(other.invoice)

test('who would not be asked anyway has that reason, and is in no comparison', async () => {
  await compare({})
  const [customer] = customersOf(1).b
  await asBusiness(product.db, trader.businessId, (trx) =>
    optOut(trx, trader.businessId, product.parts.hashPhone(customer!.phone), { source: 'link' }),
  )
  const invoices = [trader.paid(customer), trader.paid(trader.customer('')), trader.invoice()]
  await tell(...invoices)
  expect(await outcomes(invoices)).toEqual(['opted_out', 'no_mobile', undefined])
  expect(await entered()).toEqual([])
})

test('a comparison that was stopped leaves nobody out any more', async () => {
  await compare({})
  await stop()
  const invoices = customersOf(2).b.map((one) => trader.paid(one))
  await tell(...invoices)
  expect(await outcomes(invoices)).toEqual(['scheduled', 'scheduled'])
  expect(await entered()).toEqual([])
})

test('of two delays each customer has the one of her side, as long as it runs', async () => {
  await trader.set({ sending_from: null, sending_until: null })
  await compare({ kind: 'delays', delay_a_minutes: 0, delay_b_minutes: 3 * 24 * 60 })
  const { a, b } = customersOf(1)
  const [soon, late] = [trader.paid(a[0]), trader.paid(b[0])]
  await tell(soon, late)
  const days = async (invoice: Invoice) =>
    Math.round(((await trader.request(invoice)).due_at.getTime() - product.now().getTime()) / DAY_MS)
  expect((await days(late)) - (await days(soon))).toBe(3)
  expect((await entered()).map(({ side }) => side).toSorted()).toEqual(['a', 'b'])
})

const WORDINGS = {
  kind: 'wordings',
  wording_a: 'Hi {firstName}, thanks for choosing {businessName}. A review? {reviewLink}',
  wording_b: 'Hello {firstName}, would you tell others about {businessName}? {reviewLink}',
} as const

test('of two messages each customer gets that of her side, which is what a draft shows before', async () => {
  await compare(WORDINGS)
  const { a, b } = customersOf(1)
  await tell(trader.paid(a[0]), trader.paid(b[0]))
  await trader.send()
  const bodyTo = ({ phone }: Customer) => trader.texts().find(({ to }) => to === phone)!.body
  expect(bodyTo(a[0]!)).toContain('A review?')
  expect(bodyTo(b[0]!)).toContain('would you tell others')
})

test('those are left to the sender also where a text would be sent at once', async () => {
  await compare(WORDINGS)
  const { a, b } = customersOf(1)
  const invoices = [trader.paid(a[0]), trader.paid(b[0])]
  for (const invoice of invoices) {
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
    await product.otherWorker()(`sync:${trader.tenantId}`)
  }
  expect(trader.texts()).toEqual([])
  const { rows } = await sql<{ state: string; isIn: boolean }>`
    select state, experiment_id is not null as "isIn" from review_requests
    where business_id = ${trader.businessId}`.execute(product.db)
  expect(rows).toEqual(invoices.map(() => ({ state: 'scheduled', isIn: true })))
  await trader.send()
  const bodies = trader.texts().map(({ body }) => body)
  expect(bodies.filter((body) => body.includes('A review?'))).toHaveLength(1)
  expect(bodies.filter((body) => body.includes('would you tell others'))).toHaveLength(1)
})

test('once it is stopped, what still waits goes with the message that is saved', async () => {
  await compare(WORDINGS)
  const { b } = customersOf(1)
  await tell(trader.paid(b[0]))
  await stop()
  await trader.send()
  expect(trader.texts()[0]!.body).not.toContain('would you tell others')
})

test('without a comparison a text belongs to none', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  const { rows } = await sql<{ id: string | null }>`
    select experiment_id as id from review_requests where invoice_id = ${invoice.invoiceId}`.execute(
    product.db,
  )
  expect(rows).toEqual([{ id: null }])
})
