import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader
let mobile = 431_000_000

beforeEach(async () => {
  trader = await createTrader(product)
})

/** Customers without a number, each with a paid invoice that was skipped for that. */
const skipped = async (count: number) => {
  const customers = Array.from({ length: count }, () => trader.customer(''))
  const invoices = customers.map((customer) => trader.paid(customer))
  await product.job('sweep-organisation', trader)
  return { customers, invoices }
}
/** Their owner puts them all right in Xero, which reports it. */
const putRight = async (customers: Customer[]): Promise<void> => {
  for (const { contactId } of customers) {
    const phone = { number: `0${(mobile += 1)}` }
    product.sandbox.xero.editPhone(trader.tenantId, contactId, 'MOBILE', phone, { webhook: false })
  }
  const { tenantId } = trader
  await deliver(product, {
    events: customers.map(({ contactId }) => webhookEvent({ tenantId, contactId }, product.now())),
  })
}
const callsOf = async (work: Promise<void>): Promise<number> => {
  const count = () =>
    product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId).length
  const before = count()
  await work
  return count() - before
}
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from xero_events where business_id = ${trader.businessId} and handled_at is null`.execute(
    product.db,
  )
  return rows[0]!.n
}

test('a hundred contacts that are put right at once cost few calls', async () => {
  const { customers, invoices } = await skipped(100)
  await putRight(customers)
  expect(await callsOf(trader.sync())).toBeLessThanOrEqual(6)
  expect(new Set(await Promise.all(invoices.map(trader.decision)))).toEqual(new Set(['scheduled']))
  expect(await waiting()).toBe(0)
})

test('contacts that are edited while an invoice waits to be decided cost no call where nothing hangs on them', async () => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await putRight(Array.from({ length: 100 }, () => trader.customer()))
  expect(await waiting()).toBe(101)
  expect(await callsOf(trader.sync())).toBe(1)
  expect(await waiting()).toBe(0)
})

test('one of them that Xero refuses to return leaves the others as quick', async () => {
  const { customers, invoices } = await skipped(5)
  await putRight(customers)
  const { xero } = product.parts
  const [bad] = invoices
  const refused = () => Promise.reject(new VendorFailure('xero', 'rejected', 'http-400', 'Xero answered 400'))
  const invoice: typeof xero.invoice = (session, id) =>
    id === bad!.invoiceId ? refused() : xero.invoice(session, id)
  const all: typeof xero.invoices = (session, ids) =>
    ids.includes(bad!.invoiceId) ? refused() : xero.invoices(session, ids)
  await product.otherWorker({ xero: { ...xero, invoice, invoices: all } })(`sync:${trader.tenantId}`)
  expect(await Promise.all(invoices.map(trader.decision))).toEqual([
    'no_mobile',
    ...Array.from({ length: 4 }, () => 'scheduled'),
  ])
  expect(await waiting()).toBe(1)
})

test('one of them of whose invoice the answer is of an unknown shape keeps only its own news', async () => {
  const { customers, invoices } = await skipped(5)
  await putRight(customers)
  invoices[0]!.number = 17 as unknown as string
  await trader.sync()
  expect(await Promise.all(invoices.map(trader.decision))).toEqual([
    'no_mobile',
    ...Array.from({ length: 4 }, () => 'scheduled'),
  ])
  expect(await waiting()).toBe(1)
})
