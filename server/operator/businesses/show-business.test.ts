import { beforeEach, expect, test } from 'vitest'
import { addDecision } from '../../../test/support/paid-invoices.ts'
import { signOperatorIn, type Call } from '../../../test/support/signed-in-operator.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import type { OperatorBusiness } from '../../../contracts/operator.ts'
import { showBusiness } from './show-business.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  call = await signOperatorIn(product)
})

const shown = async (businessId = trader.businessId): Promise<OperatorBusiness> =>
  (await call('GET', `/api/operator/businesses/${businessId}`)).body as unknown as OperatorBusiness

test('a business that texts has nothing in its way, and shows when it last heard and texted', async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  const { business, organisations, lastPaid, decisions, whySilent } = await shown()
  expect(whySilent).toEqual([])
  expect(business.troubles).toEqual([])
  expect(business.lastTextAt).not.toBeNull()
  expect(organisations).toMatchObject([{ state: 'connected', needsReconnect: false, waitingEvents: 0 }])
  expect(organisations[0]!.lastWebhookAt).not.toBeNull()
  expect(lastPaid).toMatchObject({ outcome: 'scheduled', foundBy: 'webhook' })
  expect(decisions).toEqual([{ outcome: 'scheduled', words: 'A text was scheduled.', count: 1 }])
})

test('why an invoice was not texted is said of the owner, not to her', async () => {
  await addDecision(product.db, trader, { outcome: 'skipped', reason: 'excluded_invoice_word' })
  const words = 'Its reference or number has a word that the owner leaves out.'
  expect(await shown()).toMatchObject({ lastPaid: { words }, decisions: [{ words, count: 1 }] })
})

test('no answer of the console names a customer, or her phone', async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  const [text] = trader.texts()
  const { customer_name: name } = await product.db
    .selectFrom('review_requests')
    .select('customer_name')
    .where('business_id', '=', trader.businessId)
    .executeTakeFirstOrThrow()
  for (const path of [
    'businesses',
    `businesses/${trader.businessId}`,
    `businesses/${trader.businessId}/log`,
    'log',
  ]) {
    const answer = await call('GET', `/api/operator/${path}`)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(text!.to)
    expect(answer.text).not.toContain(name)
  }
})

test.each<[string, object, RegExp]>([
  ['switched off', { automation_enabled: false }, /switched review requests off/],
  ['deactivated', { automation_enabled: false, deactivated_at: new Date() }, /deactivated her account/],
  [
    'paused',
    { automation_enabled: false, paused_at: new Date(), paused_because: 'Complaints' },
    /Paused by an operator: “Complaints”\.$/,
  ],
])('one that is %s says so first', async (_how, change, words) => {
  await product.db.updateTable('businesses').set(change).where('id', '=', trader.businessId).execute()
  expect((await shown()).whySilent[0]!.what).toMatch(words)
})

test('one whose access to Xero is lost, or that Xero keeps out, says so', async () => {
  const authorisations = product.db
    .updateTable('xero_authorisations')
    .where('business_id', '=', trader.businessId)
  await authorisations.set({ state: 'needs_reconnect' }).execute()
  expect((await shown()).whySilent[0]!.todo).toMatch(/connects Xero again/)
  await authorisations.set({ state: 'connected' }).execute()
  const organisations = product.db.updateTable('organisations').where('business_id', '=', trader.businessId)
  await organisations.set({ state: 'paused', state_reason: 'The subscription ended.' }).execute()
  expect((await shown()).whySilent[0]!.what).toMatch(/does not let us in .*: The subscription ended\./)
  await organisations.set({ state: 'disconnected' }).execute()
  expect((await shown()).whySilent[0]!.what).toBe('No organisation in Xero is connected.')
})

test.each([
  { cents: 0, troubles: ['out-of-funds'], what: 'There are not enough funds for a text: 1 waits.' },
  // A text to some country costs less, and none of hers goes there.
  { cents: SEGMENT_CENTS - 1, troubles: [], what: 'What is left does not cover the next text: 1 waits.' },
])('one with $cents cents says how many texts wait', async ({ cents, troubles, what }) => {
  const poor = await createTrader(product, { fundsCents: cents })
  await tellOf(product, [{ tenantId: poor.tenantId, invoices: [poor.paid()] }])
  await product.tick()
  const { business, whySilent } = await shown(poor.businessId)
  expect(business.troubles).toEqual(troubles)
  expect(whySilent).toMatchObject([{ what, todo: 'The owner tops up, or you grant funds.' }])
})

test('an unknown business is not found', async () => {
  const answer = await call('GET', `/api/operator/businesses/${crypto.randomUUID()}`)
  expect([answer.status, answer.body['code']]).toEqual([404, 'not-found'])
})

test.each([
  [true, 'At any time, within decent hours of the customer'],
  [false, 'At any time'],
])('with the vendors of real life (%s) texts keep to the customer’s hours', async (isLive, hours) => {
  await product.db
    .updateTable('businesses')
    .set({ sending_from: null, sending_until: null, keeps_decent_hours: true })
    .where('id', '=', trader.businessId)
    .execute()
  const asked = { silentDays: 30, leastCents: 1, now: product.now(), isLive }
  expect((await showBusiness(product.db, trader.businessId, asked)).settings.hours).toBe(hours)
})
