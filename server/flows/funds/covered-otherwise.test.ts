import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { cancelByOwner, holdByOwner } from '../../review-requests/holding/owner-acts.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: SEGMENT_CENTS })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

/** A text to New Zealand, which one segment's price in Australia does not pay for. */
const DEAR = '+64211234567'

const wait = async (...mobiles: (string | undefined)[]) => {
  for (const mobile of mobiles) {
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(trader.customer(mobile))] }])
    await trader.sync()
  }
  await product.tick()
}
const states = async () => (await trader.requests()).map(({ state }) => state)
/** In which no worker is woken. */
const anHourPasses = async (ms = 60 * MINUTE_MS) => {
  product.later(ms)
  await product.job('expire-waiting')
  await product.tick()
}
const byOwner = async (act: typeof cancelByOwner) => {
  const { businessId } = trader
  const [{ id } = { id: '' }] = await trader.requests()
  await asBusiness(product.db, businessId, (trx) =>
    act(trx, { businessId, id, userId: crypto.randomUUID(), now: product.now(), isLive: false }),
  )
}

test.each([
  ['cancelled', cancelByOwner],
  ['held', holdByOwner],
])('once the oldest text that waits for funds is %s, one that they cover goes', async (state, act) => {
  await wait(DEAR, undefined)
  expect(await states()).toEqual(['waiting_for_funds', 'waiting_for_funds'])
  await byOwner(act)
  await anHourPasses()
  expect(await states()).toEqual([state, 'sent'])
})

test('a shorter message, which the funds cover, goes, though that is looked at after the week', async () => {
  await trader.set({ template: `${'We were glad to be of help to you. '.repeat(5)}{reviewLink}` })
  await wait(undefined)
  expect(await states()).toEqual(['waiting_for_funds'])
  product.later(7 * DAY_MS - MINUTE_MS)
  await trader.set({ template: 'A review? {reviewLink}' })
  await anHourPasses()
  expect(await states()).toEqual(['sent'])
})

test('what the funds do not cover goes on waiting, and Xero is not asked about it', async () => {
  await wait(DEAR)
  const calls = product.sandbox.xero.calls().length
  await anHourPasses()
  expect(await states()).toEqual(['waiting_for_funds'])
  expect(product.sandbox.xero.calls()).toHaveLength(calls)
  await anHourPasses(7 * DAY_MS)
  expect(await states()).toEqual(['expired'])
})
