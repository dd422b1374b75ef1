import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS, localDate, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const xero = () => product.sandbox.xero
const tell = async (invoice: Invoice) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
}
const sweep = () => product.job('sweep-organisation', trader)
const settle = (invoice: Invoice, kind: 'credit-note' | 'payment') =>
  xero().pay(trader.tenantId, invoice.invoiceId, { kind, webhook: false })
const credited = () => settle(trader.invoice(), 'credit-note')
const daysAgo = (days: number) =>
  localDate(new Date(product.now().getTime() - days * DAY_MS), 'Australia/Sydney')
const paidAhead = () => trader.paid(undefined, { date: daysAgo(-3) })
const payAgain = ({ invoiceId }: Invoice, date?: string) => {
  product.later(10 * MINUTE_MS)
  xero().undo(trader.tenantId, invoiceId, { webhook: false })
  xero().pay(trader.tenantId, invoiceId, { webhook: false, ...(date && { date }) })
}
const calls = () =>
  xero()
    .calls()
    .filter(({ tenantId }) => tenantId === trader.tenantId).length
/** What each row is, by the transaction that wrote it. */
const written = async () => {
  const { rows } = await sql<{ row: string }>`
    select d.xmin::text as row from decisions d where business_id = ${trader.businessId}
    union all
    select i.xmin::text from invoices i where business_id = ${trader.businessId}`.execute(product.db)
  return rows
}

const mistakes: [string, string, () => Invoice][] = [
  ['settled by a credit note', 'credit_note', credited],
  ['dated in the future', 'paid_in_future', paidAhead],
]

test.each(mistakes)(
  'an invoice %s is asked about once the payment is corrected',
  async (_what, reason, make) => {
    const invoice = make()
    await tell(invoice)
    expect(await trader.decision(invoice)).toBe(reason)
    payAgain(invoice)
    await tell(invoice)
    await product.tick()
    expect(trader.texts()).toHaveLength(1)
    const { call } = await signInTo(product, trader.businessId)
    const { body } = await call('GET', '/api/activity')
    expect(body['items']).toMatchObject([{ outcome: 'texted', reason: null, invoiceId: invoice.invoiceId }])
  },
)

test.each(mistakes)('the same for one %s where nobody reported either', async (_what, reason, make) => {
  const invoice = make()
  await sweep()
  expect(await trader.decision(invoice)).toBe(reason)
  payAgain(invoice)
  await sweep()
  expect(await trader.decision(invoice)).toBe('scheduled')
})

test('an invoice over nothing is asked about once there is something to pay and it is paid', async () => {
  const invoice = trader.paid(undefined, { invoice: { totalCents: 0 } })
  await tell(invoice)
  expect(await trader.decision(invoice)).toBe('nothing_to_pay')
  Object.assign(invoice, { totalCents: 5_000, status: 'AUTHORISED' })
  settle(invoice, 'payment')
  await tell(invoice)
  expect(await trader.decision(invoice)).toBe('scheduled')
})

test('what has not changed is read by no further sweep, and its decision is not written again', async () => {
  const invoices = [credited(), paidAhead()]
  await sweep()
  const [before, seen] = [await written(), calls()]
  await sweep()
  // One for the page of what is paid.
  expect(calls() - seen).toBe(1)
  expect(await written()).toEqual(before)
  const decided = () =>
    product.db
      .selectFrom('decisions')
      .select(['reason', 'decided_at'])
      .where('business_id', '=', trader.businessId)
      .orderBy('invoice_id')
      .execute()
  const known = await decided()
  product.later(MINUTE_MS)
  for (const invoice of invoices) await tell(invoice)
  expect(await decided()).toEqual(known)
})

test('a payment that is corrected to a day too long ago sends no text, and says so', async () => {
  await trader.setOrganisation({ live_since: new Date(product.now().getTime() - 60 * DAY_MS) })
  const invoice = credited()
  await tell(invoice)
  payAgain(invoice, daysAgo(20))
  await tell(invoice)
  expect(await trader.decision(invoice)).toBe('paid_too_long_ago')
})

test('of an invoice that was texted, a credit note and a payment after it send no other text', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  await product.tick()
  xero().undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  settle(invoice, 'credit-note')
  await tell(invoice)
  payAgain(invoice)
  await tell(invoice)
  await product.tick()
  expect(await trader.decision(invoice)).toBe('scheduled')
  expect(trader.texts()).toHaveLength(1)
})
