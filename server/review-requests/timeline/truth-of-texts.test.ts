import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../../contracts/activity.ts'
import type { CalendarResponse, ReviewRequestPage } from '../../../contracts/review-requests.ts'
import { addAttempt, addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, instantOf, wallClock } from '../../platform/dates.ts'
import { recoverRequest } from '../life/recover-requests.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const sent = (at: string, columns: Record<string, string | Date | Buffer | null> = {}) =>
  addRequest(product.db, trader, {
    state: 'delivered',
    customer_name: 'Sam Green',
    due_at: new Date(at),
    sent_at: new Date(at),
    ...columns,
  })
const optOut = (phone_hash: Buffer, source: 'stop' | 'link' | 'gateway') =>
  product.db.insertInto('opt_outs').values({ business_id: trader.businessId, phone_hash, source }).execute()

const list = async (query = ''): Promise<ReviewRequestPage> =>
  (await call('GET', `/api/review-requests${query}`)).body as ReviewRequestPage
const idsOf = async (query = '') => (await list(query)).requests.map(({ _id }) => _id)

test('a cancelled or expired text stays on the timeline and in the calendar, with its reason', async () => {
  const later = { state: 'scheduled', sent_at: null }
  const waiting = await sent('2026-11-20T03:00:00Z', later)
  const expired = await sent('2026-11-20T02:00:00Z', { ...later, state: 'expired', state_reason: 'no_funds' })
  const gone = await sent('2026-11-20T01:30:00Z', { customer_name: 'Ann Lee' })
  const cancelled = await sent('2026-11-20T01:00:00Z', {
    ...later,
    state: 'cancelled',
    state_reason: 'automation_off',
  })
  const { requests } = await list()
  expect(requests.map(({ _id }) => _id)).toEqual([waiting, expired, gone, cancelled])
  expect(requests[3]).toMatchObject({
    state: 'cancelled',
    smsStatus: 'failed',
    failure: { what: 'Review requests were switched off.' },
  })
  expect(await idsOf('?order=oldest&search=green')).toEqual([cancelled, expired, waiting])
  const calendar = (await call('GET', '/api/review-requests/calendar?month=2026-11')).body as CalendarResponse
  expect(calendar.days).toEqual([{ date: '2026-11-20', count: 4 }])
  const { body } = await call('GET', `/api/review-requests/${cancelled}`)
  expect(body['request']).toEqual(requests[3])
})

test('texts that wait say that they will not go while review requests are off, and what to do', async () => {
  await sent('2026-11-20T03:00:00Z', { state: 'scheduled', sent_at: null })
  await sent('2026-11-20T02:00:00Z', { state: 'waiting_for_funds', sent_at: null })
  await sent('2026-11-20T01:00:00Z')
  const words = async () => (await list()).requests.map(({ detail }) => detail)
  expect(await words()).toEqual([
    { what: 'Will be sent at the time shown.' },
    { what: 'Waiting for funds.', todo: 'Top up to send it.' },
    null,
  ])
  await trader.set({ automation_enabled: false })
  expect(await words()).toEqual([
    {
      what: 'It will not be sent while review requests are switched off.',
      todo: 'Switch them on in SMS Setup before the time shown, or this text is cancelled.',
    },
    {
      what: 'It will not be sent: review requests are switched off, and there are no funds for it.',
      todo: 'Switch them on in SMS Setup, then top up.',
    },
    null,
  ])
})

test('a text that was cancelled with the connection to Xero leads to it until it is there again', async () => {
  await sent('2026-11-20T03:00:00Z', { state: 'cancelled', state_reason: 'xero_disconnected', sent_at: null })
  const act = { words: 'Open Xero Status', url: '/dashboard?tab=xero' }
  const what = 'Xero was disconnected before it went out.'
  const todo = 'Connect it again, so that your next customers are asked.'
  const inActivity = async () => ((await call('GET', '/api/activity')).body['items'] as object[])[0]
  await trader.setOrganisation({ state: 'disconnected' })
  expect((await list()).requests).toMatchObject([{ failure: { what, todo }, act }])
  expect(await inActivity()).toMatchObject({ what, todo, act })
  await trader.setOrganisation({ state: 'connected' })
  expect((await list()).requests).toMatchObject([{ failure: { what }, act: null }])
  expect(await inActivity()).toMatchObject({ what, todo: null, act: null })
})

test('a customer who replied STOP has a mark on each of her texts, and one that waits says that it will not go', async () => {
  const phone_hash = Buffer.from('0a', 'hex')
  await sent('2026-11-20T03:00:00Z', { phone_hash, state: 'scheduled', sent_at: null })
  await sent('2026-11-20T02:00:00Z', { phone_hash })
  await sent('2026-11-20T01:00:00Z')
  await optOut(phone_hash, 'stop')
  await optOut(Buffer.from('0b', 'hex'), 'stop')
  const { requests } = await list()
  const mark = { words: 'replied STOP', at: expect.any(String) }
  expect(requests.map((request) => request.optOut)).toEqual([mark, mark, null])
  expect(requests[0]).toMatchObject({
    atWords: 'due',
    detail: { what: 'It will not be sent: they asked not to get texts.' },
    act: null,
  })
})

test.each([
  ['link', 'opted out by the link'],
  ['gateway', 'opted out'],
] as const)('a customer who opted out by %s is marked as: %s', async (source, words) => {
  const phone_hash = Buffer.from('0c', 'hex')
  await sent('2026-11-20T02:00:00Z', { phone_hash })
  await optOut(phone_hash, source)
  expect((await list()).requests[0]!.optOut).toMatchObject({ words })
})

test('a text that is opened shows its words, its cost, and each step with its moment', async () => {
  await trader.set({ currency: 'NZD' })
  const id = await sent('2026-11-20T01:00:00Z', {
    body: 'Hi Sam, how did we do?',
    delivered_at: new Date('2026-11-20T01:01:00Z'),
    meant_at: new Date('2026-11-20T01:00:00Z'),
  })
  await addAttempt(product.db, trader, id, { state: 'accepted', price_cents: 18 })
  const { body } = await call('GET', `/api/review-requests/${id}`)
  expect(body).toMatchObject({ body: 'Hi Sam, how did we do?', cost: 0.18, currency: 'NZD' })
  expect(body['steps']).toEqual(
    expect.arrayContaining([
      { at: '2026-11-20T01:00:00.000Z', what: 'Sent.' },
      { at: '2026-11-20T01:01:00.000Z', what: 'Arrived on the phone.' },
    ]),
  )
})

test.each([
  { funds: 17, cost: 0, movements: [0.17] },
  { funds: 18, cost: 0.18, movements: [-0.18, 0.18] },
])('a text that went before a restore cost what the ledger says, with $funds cents', async (given) => {
  trader = await createTrader(product, { fundsCents: given.funds })
  ;({ call } = await signInTo(product, trader.businessId))
  const id = await sent('2026-11-20T01:00:00Z', { state: 'scheduled', sent_at: null })
  const { businessId } = trader
  const text = {
    businessId,
    requestId: id,
    attemptId: crypto.randomUUID(),
    messageSid: 'SM1',
    body: 'Hi Sam',
  }
  const isRecovered = await asBusiness(product.db, businessId, (trx) =>
    recoverRequest(trx, { ...text, segments: 2, cents: 18, sentAt: new Date('2026-11-20T01:00:00Z') }),
  )
  expect(isRecovered).toBe(true)
  expect((await call('GET', `/api/review-requests/${id}`)).body).toMatchObject({ cost: given.cost })
  const { movements } = (await call('GET', '/api/funds/ledger')).body as { movements: { amount: number }[] }
  expect(movements.map(({ amount }) => amount)).toEqual(given.movements)
})

test('a text that waits for its customer’s morning says so in each list, by both clocks', async () => {
  const ZONE = 'Europe/London'
  const { year, month, day } = wallClock(new Date(product.now().getTime() + DAY_MS), ZONE)
  const morning = instantOf({ year, month, day, hour: 8, minute: 0 }, ZONE)
  await trader.set({ sending_from: 480, sending_until: 1200 })
  const id = await sent(morning.toISOString(), {
    state: 'scheduled',
    sent_at: null,
    customer_name: 'Priya Raman',
    first_name: 'Priya',
    customer_phone: '+447400123456',
    phone_country: 'GB',
    meant_at: morning,
  })
  const [{ detail }] = (await list()).requests as [ReviewRequestPage['requests'][0]]
  expect(detail!.what).toMatch(
    /^(It is .* where Priya is\. Goes out at 8:00 am there|Goes out at 8:00 am where Priya is), \d+:00 [ap]m \w+ your time\.$/,
  )
  const { body } = await call('GET', `/api/review-requests/${id}`)
  expect(body).toMatchObject({ request: { detail } })
  expect(body['steps']).toContainEqual({
    at: morning.toISOString(),
    what: 'Planned for this time, 8:00 am where Priya is.',
  })
  const { items } = (await call('GET', '/api/activity')).body as ActivityPage
  expect(items[0]!.what).toBe(detail!.what)
  await trader.set({ ask_first_at: 600 })
  expect((await list()).requests[0]!.detail!.what).toMatch(/ your time, unless you say no\.$/)
})
