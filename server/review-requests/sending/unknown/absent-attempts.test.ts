import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../../test/support/product.ts'
import { signInTo } from '../../../../test/support/signed-in.ts'
import { reportOf } from '../../../../test/support/sms-door.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../../test/support/trader.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { VendorFailure } from '../../../platform/errors.ts'
import { listStuck, settleStuck } from './stuck-attempts.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

/** Paid, decided and claimed: what the gateway does with it is up to the faults that were asked for. */
const send = async (customer?: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  return invoice
}
/** So many minutes pass, and the worker's clock ticks after each. */
const pass = async (...minutes: number[]) => {
  for (const some of minutes) {
    product.later(some * MINUTE_MS)
    await product.tick()
  }
}
const attempts = () =>
  product.db
    .selectFrom('send_attempts')
    .selectAll()
    .where('business_id', '=', trader.businessId)
    .orderBy('number')
    .execute()

/** Those of this business. */
const stuckOnes = async () => {
  const ids = (await attempts()).map(({ id }) => id)
  return (await listStuck(product.db, 100)).filter(({ id }) => ids.includes(id))
}

const redacting = async (work: () => Promise<void>) => {
  product.sandbox.twilio.redactBodies(true)
  await work().finally(() => product.sandbox.twilio.redactBodies(false))
}

test('where the gateway redacts bodies, a text that was taken is found by what it keeps', () =>
  redacting(async () => {
    const customer = trader.customer()
    await trader.set({ cooldown_days: 0 })
    await send(customer)
    product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
    const invoice = await send(customer)
    expect(await trader.request(invoice)).toMatchObject({ state: 'unknown' })
    await pass(0.1)
    expect(await trader.request(invoice)).toMatchObject({
      state: 'sent',
      message_sid: trader.texts().at(-1)!.sid,
    })
    await pass(1, 5, 5)
    expect(trader.texts()).toHaveLength(2)
    expect(await trader.balance()).toEqual({ available: 1000 - 2 * SEGMENT_CENTS, reserved: 0 })
  }))

test('where bodies are redacted and two texts may be either, none is adopted or sent again: they wait', () =>
  redacting(async () => {
    const customer = trader.customer()
    await trader.set({ cooldown_days: 0 })
    product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
    await send(customer)
    product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
    await send(customer)
    await pass(0.1, 0.6, 5, 60)
    expect((await attempts()).map(({ state, next_look_at: next }) => [state, next])).toEqual([
      ['unknown', null],
      ['unknown', null],
    ])
    expect(trader.texts()).toHaveLength(1)
    expect((await stuckOnes()).map(({ why }) => why)).toEqual(expect.arrayContaining(['ambiguous']))
  }))

/** Two attempts of one text that the gateway never took. */
const losesTwo = async (customer?: Customer) => {
  product.sandbox.faults.ask({ twilio5xx: { count: 2 } })
  const invoice = await send(customer)
  await pass(0.1, 0.6, 5, 0.1, 0.6, 5)
  return invoice
}

test('a text whose second attempt is not found either waits for the operator, its money reserved', async () => {
  const invoice = await losesTwo()
  await pass(60, 600, 60)
  expect((await attempts()).map(({ state }) => state)).toEqual(['absent', 'unknown'])
  expect(await trader.request(invoice)).toMatchObject({ state: 'unknown' })
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: SEGMENT_CENTS })
  expect(trader.texts()).toEqual([])
  const stuck = await stuckOnes()
  expect(stuck).toMatchObject([{ businessName: 'Coastal Plumbing', why: 'never_accepted' }])

  const { id } = stuck[0]!
  expect(await settleStuck(product.db, [id], 'resend')).toEqual({ settled: 1, resting: 0 })
  expect(await settleStuck(product.db, [id], 'failStuck')).toEqual({ settled: 0, resting: 0 })
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 3 })
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})

test.each([
  ['is cancelled', 7, { settled: 1, resting: 1 }, { state: 'cancelled', state_reason: 'cooldown' }, 1],
  ['goes where customers do not rest', 0, { settled: 1, resting: 0 }, { state: 'sent' }, 2],
])('sent again though its customer was asked since, a text %s', async (_what, days, settled, then, count) => {
  await trader.set({ cooldown_days: 0 })
  const customer = trader.customer()
  const invoice = await losesTwo(customer)
  await send(customer)
  expect(trader.texts()).toHaveLength(1)
  await trader.set({ cooldown_days: days })
  const [{ id } = { id: '' }] = await stuckOnes()
  expect(await settleStuck(product.db, [id], 'resend')).toEqual(settled)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject(then)
  expect(trader.texts()).toHaveLength(count)
  expect((await trader.balance()).reserved).toBe(0)
})

test('a text that the operator fails has failed and costs nothing, and a late report still settles it', async () => {
  const invoice = await losesTwo()
  const [, second] = await attempts()
  expect(await settleStuck(product.db, [second!.id], 'failStuck')).toMatchObject({ settled: 1 })
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: 'never_accepted' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  await reportOf(product, second!.id, { sid: `SM${second!.id}`, status: 'delivered' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered', message_sid: `SM${second!.id}` })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test.each(['sent', 'undelivered'])(
  'a late report (%s) of an absent attempt stops the next one that the gateway postponed',
  async (status) => {
    product.stopClock()
    product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
    const invoice = await send()
    await pass(0.1, 0.6)
    product.sandbox.faults.ask({ twilio429: { count: 1 } })
    await pass(5)
    expect((await attempts()).map(({ state }) => state)).toEqual(['absent', 'retry'])
    const [first] = await attempts()
    await reportOf(product, first!.id, { sid: `SM${first!.id}`, status })
    await pass(1, 15)
    expect(trader.texts()).toEqual([])
    const state = status === 'sent' ? 'sent' : 'failed'
    expect(await trader.request(invoice)).toMatchObject({ state, message_sid: `SM${first!.id}` })
    expect((await attempts()).map((one) => one.state)).toEqual(['absent', 'rejected'])
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
    const { call } = await signInTo(product, trader.businessId)
    const { body } = await call('GET', '/api/review-requests/summary')
    expect(body).toMatchObject({ undeliveredThisMonth: 0 })
  },
)

test('a late report of an absent attempt takes the next one from the operator', async () => {
  const invoice = await losesTwo()
  const [first] = await attempts()
  await reportOf(product, first!.id, { sid: `SM${first!.id}`, status: 'sent' })
  await pass(1)
  expect(await stuckOnes()).toEqual([])
  expect((await attempts()).map(({ state }) => state)).toEqual(['absent', 'absent'])
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  await pass(60)
  expect(trader.texts()).toEqual([])
})

test('a text that was not taken is not sent once more where its customer was asked about another since', async () => {
  await trader.set({ cooldown_days: 1 })
  const customer = trader.customer()
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const first = await send(customer)
  expect(await trader.request(first)).toMatchObject({ state: 'unknown' })
  const away = vi
    .spyOn(product.parts.twilio, 'find')
    .mockRejectedValue(new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503'))
  await pass(1, 25 * 60)
  const second = await send(customer)
  expect(await trader.request(second)).toMatchObject({ state: 'sent' })
  away.mockRestore()
  await pass(2, 2, 5, 2)
  expect(await trader.request(first)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})
