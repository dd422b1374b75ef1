import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ToMendPage } from '../../../contracts/activity.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { failingAt } from '../../../test/support/failing-at.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Customer, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { DAY_MS } from '../../platform/dates.ts'

const product = useProduct()
const LANDLINE = '02 9374 4000'
let trader: Trader
let call: Call
let mobile = 440_000_000

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const list = async (): Promise<ToMendPage> => (await call('GET', '/api/activity/to-mend')).body as ToMendPage
const onTheTab = async () => (await call('GET', '/api/review-requests/summary')).body['toMend']
const lookAgain = (...invoices: Invoice[]) =>
  call('POST', '/api/activity/retry', { invoiceIds: invoices.map(({ invoiceId }) => invoiceId) })
const paidBy = (customer: Customer, totalCents: number) => trader.paid(customer, { invoice: { totalCents } })
const sweep = () => product.job('sweep-organisation', trader)
const correct = ({ contactId }: Customer) => {
  mobile += 1
  const number = `0${mobile}`
  product.sandbox.xero.editPhone(trader.tenantId, contactId, 'MOBILE', { number }, { webhook: false })
  return `+61${mobile}`
}
const bounced = async (customer: Customer, totalCents: number, code = '30006') => {
  const invoice = paidBy(customer, totalCents)
  await sweep()
  await trader.send()
  await sql`
    update review_requests set state = 'failed', state_reason = ${code}, failed_at = now()
    where invoice_id = ${invoice.invoiceId}`.execute(product.db)
  return invoice
}
const tellOfContact = async ({ contactId }: Customer) => {
  await deliver(product, { events: [webhookEvent({ tenantId: trader.tenantId, contactId }, product.now())] })
  await trader.sync()
}
const calls = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId)

test('what a corrected number helps is on one list, the largest first, and the tab has its number', async () => {
  await bounced(trader.customer(), 90_000)
  await bounced(trader.customer(), 99_000, '30003')
  paidBy(trader.customer(''), 20_000)
  paidBy(trader.customer(LANDLINE), 50_000)
  paidBy(trader.customer('+33 6 12 34 56 78'), 30_000)
  paidBy(trader.customer(), 70_000)
  await sweep()
  const { items, count } = await list()
  expect(items.map(({ reason, total, canRetry }) => [reason, total, canRetry])).toEqual([
    ['30006', 900, true],
    ['landline', 500, true],
    ['country_not_served', 300, true],
    ['no_mobile', 200, true],
  ])
  expect(items.every(({ act }) => act?.words === 'Open the contact in Xero')).toBe(true)
  expect([count, await onTheTab()]).toEqual([4, 4])
})

test('who is excluded, was paid long ago, or belongs to an organisation that is gone, is not on it', async () => {
  const excluded = trader.customer('')
  paidBy(excluded, 10_000)
  paidBy(trader.customer(''), 20_000)
  await sweep()
  await product.db
    .insertInto('excluded_contacts')
    .values({
      business_id: trader.businessId,
      tenant_id: trader.tenantId,
      contact_id: excluded.contactId,
      name: 'Sam Green',
    })
    .execute()
  expect((await list()).items.map(({ total }) => total)).toEqual([200])
  await trader.setOrganisation({ state: 'paused' })
  expect((await list()).items).toEqual([])
  await trader.setOrganisation({ state: 'connected' })
  product.later(15 * DAY_MS)
  ;({ call } = await signInTo(product, trader.businessId))
  expect([(await list()).count, await onTheTab()]).toEqual([0, 0])
})

test('forty are looked at again in two calls, and the end says how many can be asked now', async () => {
  const customers = Array.from({ length: 40 }, () => trader.customer(''))
  const invoices = customers.map((customer) => paidBy(customer, 10_000))
  await sweep()
  for (const customer of customers.slice(0, 15)) correct(customer)
  const before = calls().length
  expect(await lookAgain(...invoices)).toMatchObject({
    status: 200,
    body: { looked: 40, askable: 15, left: 25 },
  })
  expect(calls().length - before).toBe(2)
  expect([(await list()).count, await onTheTab()]).toEqual([25, 25])
  expect(await lookAgain(...invoices)).toMatchObject({ body: { looked: 25, askable: 0, left: 25 } })
  await trader.send()
  expect(await trader.requests()).toHaveLength(15)
})

test('one at which Xero has a fault leaves the others as they would be without it', async () => {
  const customers = Array.from({ length: 9 }, () => trader.customer(''))
  const invoices = customers.map((customer) => paidBy(customer, 10_000))
  await sweep()
  customers.forEach(correct)
  const mend = failingAt(product, invoices[0]!)
  const answer = await lookAgain(...invoices)
  mend()
  expect(answer).toMatchObject({ status: 200, body: { looked: 9, askable: 8, left: 1, unread: 1 } })
})

test('the only one, at which Xero has a fault, counts as not read, and no more once Xero answers', async () => {
  const invoice = paidBy(trader.customer(''), 10_000)
  await sweep()
  const mend = failingAt(product, invoice)
  const answer = await lookAgain(invoice)
  mend()
  expect(answer).toMatchObject({ status: 200, body: { looked: 1, askable: 0, left: 1, unread: 1 } })
  expect(await lookAgain(invoice)).toMatchObject({ body: { looked: 1, askable: 0, left: 1, unread: 0 } })
})

test('one whose answer is of an unknown shape is counted as not read, and each of the others as texted', async () => {
  const customers = Array.from({ length: 9 }, () => trader.customer(''))
  const invoices = customers.map((customer) => paidBy(customer, 10_000))
  await sweep()
  customers.forEach(correct)
  const [bad] = invoices as [Invoice]
  bad.number = 17 as unknown as string
  const before = calls().length
  const answer = await lookAgain(...invoices)
  expect(answer).toMatchObject({ status: 200, body: { looked: 9, askable: 8, left: 1, unread: 1 } })
  expect(calls().length - before).toBe(2)
  expect(await lookAgain(bad)).toMatchObject({ body: { looked: 1, askable: 0, left: 1, unread: 1 } })
})

test('a text that bounced is not sent again: its corrected contact leaves the list and says why', async () => {
  const customer = trader.customer()
  const invoice = await bounced(customer, 90_000)
  expect(await lookAgain(invoice)).toMatchObject({ body: { looked: 1, askable: 0, left: 1 } })
  correct(customer)
  expect(await call('POST', `/api/activity/${invoice.invoiceId}/retry`)).toMatchObject({
    status: 200,
    body: {
      changed: true,
      item: {
        outcome: 'failed',
        canRetry: false,
        act: null,
        todo: null,
        what: expect.stringContaining('which their next invoice will use'),
      },
    },
  })
  expect((await list()).items).toEqual([])
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

test('when Xero says that a contact changed, the number on the tab falls, and a screen learns of it', async () => {
  const [skipped, failed] = [trader.customer(''), trader.customer()]
  paidBy(skipped, 10_000)
  await bounced(failed, 20_000)
  expect(await onTheTab()).toBe(2)
  for (const [customer, left] of [
    [failed, 1],
    [skipped, 0],
  ] as const) {
    const before = (await call('GET', '/api/changes')).body['activity']
    correct(customer)
    await tellOfContact(customer)
    expect(await onTheTab()).toBe(left)
    expect((await call('GET', '/api/changes')).body['activity']).not.toBe(before)
  }
})

test('news of a contact whose text bounced, with the same number as before, changes nothing', async () => {
  const customer = trader.customer()
  await bounced(customer, 20_000)
  await tellOfContact(customer)
  expect(await onTheTab()).toBe(1)
})

test('while review requests are off a corrected contact stays on the list, and is asked once they are on', async () => {
  const customer = trader.customer('')
  const invoice = paidBy(customer, 10_000)
  await sweep()
  correct(customer)
  await trader.set({ automation_enabled: false })
  expect(await lookAgain(invoice)).toMatchObject({ body: { looked: 1, askable: 0, left: 1 } })
  expect(await list()).toMatchObject({ count: 1, isSwitchedOn: false })
  await trader.set({ automation_enabled: true })
  expect(await lookAgain(invoice)).toMatchObject({ body: { looked: 1, askable: 1, left: 0 } })
})

test('another business’s invoices are not looked at, nor those that need no look', async () => {
  const invoice = paidBy(trader.customer(''), 10_000)
  const texted = paidBy(trader.customer(), 10_000)
  await sweep()
  const before = calls().length
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  const ids = { invoiceIds: [invoice.invoiceId, texted.invoiceId] }
  expect((await stranger.call('POST', '/api/activity/retry', ids)).body).toEqual({
    looked: 0,
    askable: 0,
    left: 0,
    unread: 0,
  })
  expect(calls().length).toBe(before)
  expect((await lookAgain(invoice, texted)).body).toMatchObject({ looked: 1 })
})

test('while Xero cannot be asked, the owner is told to try later', async () => {
  const invoice = paidBy(trader.customer(''), 10_000)
  await sweep()
  product.sandbox.faults.ask({ xero5xx: {} })
  expect(await lookAgain(invoice)).toMatchObject({ status: 503, body: { code: 'xero-unavailable' } })
  product.sandbox.faults.clear()
})
