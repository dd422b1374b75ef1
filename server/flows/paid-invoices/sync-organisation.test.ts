import { beforeEach, expect, test } from 'vitest'
import { consentAnew } from '../../../test/support/consent-anew.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { blockOrganisation } from '../../organisations/organisation-queries.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tell = (...invoices: Invoice[]) => tellOf(product, [{ tenantId: trader.tenantId, invoices }])
const many = (count: number) => {
  const customer = trader.customer()
  return Array.from({ length: count }, () => trader.paid(customer))
}
const calls = (tenantId = trader.tenantId) =>
  product.sandbox.xero.calls().filter((call) => call.tenantId === tenantId)
const decided = async (invoices: Invoice[]) =>
  (await Promise.all(invoices.map(trader.decision))).filter(Boolean).length
const organisation = () =>
  product.db
    .selectFrom('organisations as o')
    .innerJoin('xero_authorisations as a', 'a.id', 'o.authorisation_id')
    .where('o.tenant_id', '=', trader.tenantId)
    .select(['o.state', 'o.state_reason', 'o.blocked_until', 'o.last_event_at', 'a.state as consent'])
    .executeTakeFirstOrThrow()
const refreshes = () =>
  product.sandbox.wire.lines().filter(({ what }) => what.startsWith('Tokens refreshed')).length

test('one paid invoice costs one call', async () => {
  const [invoice] = many(1)
  await tell(invoice!)
  await trader.sync()
  expect(calls()).toHaveLength(1)
  expect(await trader.decision(invoice!)).toBe('scheduled')
})

test('five hundred cost no more than twenty-six calls, in batches of no more than forty', async () => {
  const invoices = many(500)
  await tell(...invoices)
  await trader.sync()
  expect(calls().length).toBeLessThanOrEqual(26)
  for (const { path, status } of calls()) {
    expect(status).toBe(200)
    expect(new URLSearchParams(path.split('?')[1]).get('IDs')!.split(',').length).toBeLessThanOrEqual(40)
  }
  expect(await decided(invoices)).toBe(500)
})

test('a contact that was just read is not read again, however many invoices of it were paid at once', async () => {
  const invoices = many(250)
  await tell(...invoices)
  await trader.sync()
  expect(calls().filter(({ path }) => path.includes('/Contacts?'))).toHaveLength(1)
  expect(await decided(invoices)).toBe(250)
})

test('a contact that changed meanwhile is read again, for the invoices that come after', async () => {
  const customer = trader.customer('')
  const invoices = Array.from({ length: 250 }, () => trader.paid(customer))
  await tell(...invoices)
  const { xero } = product.parts
  const corrected = new Set<string>()
  const contacts: typeof xero.contacts = async (session, ids) => {
    const answer = await xero.contacts(session, ids)
    if (corrected.size === 0) await correct(customer.contactId, corrected)
    return answer
  }
  await product.otherWorker({ xero: { ...xero, contacts } })(`sync:${trader.tenantId}`)
  expect(corrected.size).toBe(1)
  const reasons = await Promise.all(invoices.map(trader.decision))
  // Three batches had asked by then.
  expect(reasons.filter((reason) => reason === 'no_mobile').length).toBeLessThanOrEqual(3 * 40)
  expect(await decided(invoices)).toBe(250)
})

/** Its mobile is added in Xero, and its event is there before the next round. */
const correct = async (contactId: string, corrected: Set<string>): Promise<void> => {
  corrected.add(contactId)
  const phone = { country: '61', area: '', number: '420999999' }
  product.sandbox.xero.editPhone(trader.tenantId, contactId, 'MOBILE', phone, { webhook: false })
  await product.db
    .insertInto('xero_events')
    .values({
      business_id: trader.businessId,
      tenant_id: trader.tenantId,
      resource_id: contactId,
      category: 'CONTACT',
      event_type: 'UPDATE',
      event_at: product.now(),
      correlation_id: 'corrected',
    })
    .execute()
}

test('what arrives while Xero is asked goes together in the next round', async () => {
  const [first, ...rest] = many(31)
  await tell(first!)
  product.sandbox.faults.ask({ xeroSlow: { count: 1, ms: 300 } })
  const syncing = trader.sync()
  await expect.poll(() => product.sandbox.faults.asked().xeroSlow).toBeUndefined()
  await tell(...rest)
  await syncing
  await product.tick()
  expect(calls()).toHaveLength(3)
  expect(await decided([first!, ...rest])).toBe(31)
})

test('a token that ran out is refreshed once, however many ask at the same moment', async () => {
  const invoices = many(90)
  await tell(...invoices)
  const other = product.otherWorker()
  product.later(31 * MINUTE_MS)
  const before = refreshes()
  await Promise.all([
    trader.sync(),
    other(`sync:${trader.tenantId}`),
    trader.send(),
    other(`send:${trader.businessId}`),
  ])
  await product.tick()
  expect(refreshes() - before).toBe(1)
  expect(await decided(invoices)).toBe(90)
})

test('a token that Xero refuses before its time is refreshed and the call made again', async () => {
  const [invoice] = many(1)
  await tell(invoice!)
  product.sandbox.faults.ask({ xeroTokenExpired: { count: 1 } })
  await trader.sync()
  expect(await trader.decision(invoice!)).toBe('scheduled')
})

test('when the answer to a refresh is lost, the old token is tried again within its grace', async () => {
  const [invoice] = many(1)
  await tell(invoice!)
  product.later(31 * MINUTE_MS)
  product.sandbox.faults.ask({ xeroRefreshLost: { count: 1 } })
  await trader.sync()
  expect(await trader.decision(invoice!)).toBeUndefined()
  product.later(MINUTE_MS)
  await product.tick()
  expect(await trader.decision(invoice!)).toBe('scheduled')
  expect((await organisation()).consent).toBe('connected')
})

test('an owner who withdrew consent has to connect again; all others are synced, and nothing is lost', async () => {
  const [invoice] = many(1)
  await tell(invoice!)
  product.later(31 * MINUTE_MS)
  product.sandbox.faults.ask({ xeroInvalidGrant: { count: 1 } })
  await trader.sync()
  expect((await organisation()).consent).toBe('needs_reconnect')
  const before = calls().length
  await product.tick()
  expect(calls()).toHaveLength(before)

  const other = await createTrader(product)
  const theirs = other.paid()
  await tellOf(product, [{ tenantId: other.tenantId, invoices: [theirs] }])
  await product.tick()
  expect(await other.decision(theirs)).toBe('scheduled')

  await consentAnew(product, trader)
  await product.tick()
  expect(await trader.decision(invoice!)).toBe('scheduled')
})

test('an organisation that refuses us while it is connected is paused with the reason, and it resumes', async () => {
  const other = await createTrader(product)
  const [mine, theirs] = [trader.paid(), other.paid()]
  await tell(mine)
  product.sandbox.faults.ask({ xero403: { count: 1 } })
  await trader.sync()
  await tellOf(product, [{ tenantId: other.tenantId, invoices: [theirs] }])
  await product.tick()
  expect(await organisation()).toMatchObject({
    state: 'paused',
    state_reason: 'Xero no longer lets us see this organisation.',
    consent: 'connected',
  })
  expect(await other.decision(theirs)).toBe('scheduled')

  await product.job('sweep-organisation', trader)
  await product.tick()
  expect(await organisation()).toMatchObject({ state: 'connected', state_reason: null })
  expect(await trader.decision(mine)).toBe('scheduled')
})

test('when Xero limits our calls we leave it alone for as long as it says, and lose nothing', async () => {
  const invoices = many(3)
  await tell(...invoices)
  product.sandbox.faults.ask({ xero429: { count: 1 } })
  await trader.sync()
  const asked = calls().length
  await product.tick()
  expect(calls()).toHaveLength(asked)
  product.later(2_500)
  await product.tick()
  expect(await decided(invoices)).toBe(3)
})

test('Xero’s limit of a day is not forgotten for its limit of a moment', async () => {
  const tomorrow = new Date(product.now().getTime() + 20 * 60 * MINUTE_MS)
  await blockOrganisation(product.db, trader.tenantId, tomorrow)
  await blockOrganisation(product.db, trader.tenantId, new Date(product.now().getTime() + 2_000))
  expect((await organisation()).blocked_until).toEqual(tomorrow)
})

test('a 404 to a list is Xero’s mistake, never a deleted invoice', async () => {
  const invoices = many(3)
  await tell(...invoices)
  const { xero } = product.parts
  const { invoices: ask } = xero
  xero.invoices = () =>
    Promise.reject(new VendorFailure('xero', 'retry-later', 'list-404', 'Xero answered 404'))
  await trader.sync()
  xero.invoices = ask
  expect(await decided(invoices)).toBe(0)
  product.later(MINUTE_MS)
  await product.tick()
  expect(await decided(invoices)).toBe(3)
})

test('an invoice that Xero really does not have is done with', async () => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [{ invoiceId: crypto.randomUUID() }] }])
  await trader.sync()
  const asked = calls().length
  await product.tick()
  expect(calls()).toHaveLength(asked)
})

test('the owner can see when Xero last reported a change', async () => {
  expect((await organisation()).last_event_at).toBeNull()
  await tell(...many(1))
  await trader.sync()
  expect((await organisation()).last_event_at).toBeInstanceOf(Date)
})

test('the same event delivered ten times is handled once', async () => {
  const invoices = many(5)
  const at = product.now()
  await Promise.all(
    Array.from({ length: 10 }, () => tellOf(product, [{ tenantId: trader.tenantId, invoices, at }])),
  )
  await Promise.all([trader.sync(), product.otherWorker()(`sync:${trader.tenantId}`)])
  await product.tick()
  expect(calls()).toHaveLength(2)
  expect(trader.texts()).toHaveLength(1)
})
