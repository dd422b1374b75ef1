import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { failingAt } from '../../../test/support/failing-at.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { useStub } from '../../../test/support/stub-server.ts'
import { createXero } from '../../integrations/xero/xero.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { createSealer } from '../../platform/seal.ts'

const product = useProduct()
const tokens = useStub()
let trader: Trader

/** Whatever the reason: PostgreSQL refuses these. */
beforeAll(() =>
  asOwner(product.databaseUrl, (pool) =>
    pool.query(`alter table invoices add constraint no_refused check (number not like 'REFUSED%')`),
  ),
)

beforeEach(async () => {
  trader = await createTrader(product)
})

const tell = (...invoices: Invoice[]) => tellOf(product, [{ tenantId: trader.tenantId, invoices }])
const many = (count: number) => Array.from({ length: count }, () => trader.paid())
const refused = () => trader.paid(trader.customer(), { invoice: { number: 'REFUSED' } })
const decided = async (invoices: Invoice[]) =>
  (await Promise.all(invoices.map(trader.decision))).filter(Boolean).length
const calls = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId)
const events = async () => {
  const { rows } = await sql<{ invoice: string; state: string; attempts: number; error: string | null }>`
    select resource_id as invoice, attempts, error,
           case when handled_at is not null then 'handled' when dead_at is not null then 'dead' else 'waiting' end as state
    from xero_events where tenant_id = ${trader.tenantId} order by id`.execute(product.db)
  return rows
}
const eventOf = async ({ invoiceId }: Invoice) =>
  (await events()).find(({ invoice }) => invoice === invoiceId)
const inState = async (state: string) => (await events()).filter((event) => event.state === state).length
/** Moves the clock by five minutes at a time and runs what is due. */
const passMinutes = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    product.later(5 * MINUTE_MS)
    await product.tick()
  }
}

test('an invoice that cannot be written stops no other of its organisation, and ends as dead with its error', async () => {
  const [bad, good] = [refused(), many(45)]
  await tell(bad, ...good)
  await product.tick()
  await passMinutes(90)
  expect(await decided(good)).toBe(45)
  expect(await eventOf(bad)).toMatchObject({ state: 'dead', attempts: 6 })
  expect((await eventOf(bad))!.error).toContain('no_refused')
  expect(await inState('handled')).toBe(45)
  const later = trader.paid()
  await tell(later)
  await product.tick()
  expect(await trader.decision(later)).toBe('scheduled')
})

test('to find the one at fault among forty costs few calls', async () => {
  const [bad, good] = [refused(), many(39)]
  await tell(bad, ...good)
  await product.tick()
  await passMinutes(10)
  expect(await decided(good)).toBe(39)
  expect(calls().length).toBeLessThanOrEqual(25)
})

test('an invoice that Xero refuses to return stops no other', async () => {
  const [bad, ...good] = many(5)
  const { xero } = product.parts
  const { invoice, invoices } = xero
  const refused = () => Promise.reject(new VendorFailure('xero', 'rejected', 'http-400', 'Xero answered 400'))
  xero.invoice = (session, id) => (id === bad!.invoiceId ? refused() : invoice(session, id))
  xero.invoices = (session, ids) => (ids.includes(bad!.invoiceId) ? refused() : invoices(session, ids))
  await tell(bad!, ...good)
  await product.tick()
  await passMinutes(10)
  expect(await decided(good)).toBe(4)
  Object.assign(xero, { invoice, invoices })
  await passMinutes(90)
  expect(await trader.decision(bad!)).toBe('scheduled')
})

test('an invoice at which Xero has a fault delays no other, and is texted though that lasts for hours', async () => {
  const [bad, late, ...good] = many(45)
  const mend = failingAt(product, bad!)
  await tell(bad!, ...good)
  await product.tick()
  await passMinutes(15)
  expect(await decided(good)).toBe(43)
  await passMinutes(180)
  expect(await eventOf(bad!)).toMatchObject({ state: 'waiting' })
  await tell(late!)
  await product.tick()
  expect(await trader.decision(late!)).toBe('scheduled')
  mend()
  await passMinutes(30)
  expect(await trader.decision(bad!)).toBe('scheduled')
})

test('an invoice at which Xero has a fault for a day of tries is put aside for the operator', async () => {
  const [bad] = many(1)
  await tell(bad!)
  // It waited for long before it was tried.
  await trader.setOrganisation({ blocked_until: new Date(product.now().getTime() + 48 * 60 * MINUTE_MS) })
  product.later(48 * 60 * MINUTE_MS)
  const mend = failingAt(product, bad!)
  await passMinutes(60)
  expect(await eventOf(bad!)).toMatchObject({ state: 'waiting' })
  for (let halfHours = 0; halfHours < 50; halfHours += 1) {
    product.later(30 * MINUTE_MS)
    await product.tick()
  }
  expect(await eventOf(bad!)).toMatchObject({ state: 'dead', error: expect.stringContaining('500') })
  mend()
})

test('while Xero answers no question about a single invoice, though lists, no event is at fault', async () => {
  await tell(...many(3))
  await product.tick()
  const [told] = many(1)
  const { xero } = product.parts
  const { invoice } = xero
  xero.invoice = () =>
    Promise.reject(new VendorFailure('xero', 'retry-later', 'http-500', 'Xero answered 500'))
  await tell(told!)
  await passMinutes(30)
  expect(await eventOf(told!)).toMatchObject({ state: 'waiting', attempts: 0 })
  Object.assign(xero, { invoice })
  await passMinutes(5)
  expect(await trader.decision(told!)).toBe('scheduled')
})

test('a customer at whom Xero has a fault does not stop the sweep, and is found by the sync', async () => {
  const customers = [trader.customer(), trader.customer()]
  const [bad, good] = customers.map((customer) => trader.paid(customer))
  const other = many(1)
  await tell(...other)
  await product.tick()
  const { xero } = product.parts
  const { contacts, invoice } = xero
  const fault = () =>
    Promise.reject(new VendorFailure('xero', 'retry-later', 'http-500', 'Xero answered 500'))
  const badId = customers[0]!.contactId
  xero.contacts = (session, ids) => (ids.includes(badId) ? fault() : contacts(session, ids))
  xero.invoice = (session, id) => (id === bad!.invoiceId ? fault() : invoice(session, id))
  await product.job('sweep-organisation', trader)
  await passMinutes(10)
  expect(await trader.decision(good!)).toBe('scheduled')
  expect(await eventOf(bad!)).toMatchObject({ state: 'waiting' })
  Object.assign(xero, { contacts, invoice })
})

test('what is wrong with everything counts against no event', async () => {
  const [invoice] = many(1)
  await tell(invoice!)
  product.sandbox.faults.ask({ xero5xx: {} })
  await passMinutes(90)
  expect(await events()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  product.sandbox.faults.clear()
  await passMinutes(10)
  expect(await trader.decision(invoice!)).toBe('scheduled')
})

test.each([
  [401, 'invalid_client'],
  [400, 'invalid_request'],
])('while Xero refuses our app (%i %s) no event dies', async (status, error) => {
  const { xero } = product.parts
  const { refresh } = xero
  tokens.answer = () => ({ status, json: { error } })
  const at = { loginUrl: tokens.url, identityUrl: tokens.url, apiUrl: tokens.url }
  const refused = createXero({ clientId: 'ours', clientSecret: 'of yesterday', ...at })
  Object.assign(xero, { refresh: refused.refresh })
  await sql`
    update xero_authorisations set access_expires_at = ${product.now()}
    where business_id = ${trader.businessId}`.execute(product.db)
  const [told, untold] = [many(3), many(45)]
  await tell(...told)
  const ended = new Set<unknown>()
  const run = (work: Promise<void>) =>
    work
      .then(
        () => 'well',
        ({ why }) => why,
      )
      .then((how) => ended.add(how))
  for (let minutes = 0; minutes < 120; minutes += 5) {
    product.later(5 * MINUTE_MS)
    await run(product.tick())
    await run(product.job('sweep-organisation', trader))
  }
  Object.assign(xero, { refresh })
  await refused.close()
  expect((await events()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
    told.map(() => 'waiting 0'),
  )
  // Whoever runs it learns of it.
  expect([...ended]).toEqual(['app-refused'])
  await passMinutes(5)
  await product.job('sweep-organisation', trader)
  expect(await decided([...told, ...untold])).toBe(48)
})

test('while the key that sealed its tokens is not in our settings no event dies', async () => {
  const without = product.otherWorker({ sealer: createSealer([randomBytes(32).toString('hex')]) })
  const [invoice] = many(1)
  await tell(invoice!)
  for (let minutes = 0; minutes < 120; minutes += 5) {
    product.later(5 * MINUTE_MS)
    await without(`sync:${trader.tenantId}`).catch(() => undefined)
  }
  expect(await events()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  await passMinutes(5)
  expect(await trader.decision(invoice!)).toBe('scheduled')
})

test('what only the sweep finds and cannot be written does not stop the sweep', async () => {
  const [bad, good] = [refused(), many(3)]
  await product.job('sweep-organisation', trader)
  await product.tick()
  await passMinutes(90)
  expect(await decided(good)).toBe(3)
  expect(await eventOf(bad)).toMatchObject({ state: 'dead' })
  expect(await inState('handled')).toBe(3)
  await product.job('sweep-organisation', trader)
  expect(await inState('waiting')).toBe(0)
})
