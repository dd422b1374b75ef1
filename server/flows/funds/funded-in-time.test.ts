import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'
import { DAY_MS, MINUTE_MS, wallClock } from '../../platform/dates.ts'
import { fundsAdded } from './funds-added.ts'

const product = useProduct()
const HOUR_MS = 60 * MINUTE_MS
let trader: Trader

beforeEach(async () => {
  // Ten in the morning, so that no midnight comes between.
  const { hour, minute } = wallClock(product.now(), 'Australia/Sydney')
  product.later(((34 * 60 - hour * 60 - minute) % (24 * 60)) * MINUTE_MS)
  trader = await createTrader(product, { fundsCents: 0 })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

const book = (kind: 'topup' | 'refund', texts: number) =>
  asBusiness(product.db, trader.businessId, async (trx) => {
    const [from, to] = kind === 'topup' ? (['card', 'available'] as const) : (['available', 'card'] as const)
    const reference = `cs_test_${crypto.randomUUID()}`
    await bookTransfer(trx, trader.businessId, { kind, reference, from, to, cents: texts * SEGMENT_CENTS })
    if (kind === 'topup') await fundsAdded(trx, trader.businessId, product.now())
  })

/** So many texts wait for funds, and have waited for almost a week. */
const almostAWeek = async (count: number) => {
  const invoices = Array.from({ length: count }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  product.later(7 * DAY_MS - HOUR_MS)
  await product.job('expire-waiting')
}
const pass = async (ms: number) => {
  product.later(ms)
  await product.job('expire-waiting')
  await product.tick()
}
const states = async () => (await trader.requests()).map(({ state, state_reason }) => state_reason ?? state)

test('a text that funds cover within the week goes when its hours begin, though that is after the week', async () => {
  await almostAWeek(1)
  await trader.openIn(3 * 60)
  await book('topup', 1)
  await product.tick()
  await pass(3 * HOUR_MS)
  expect(await states()).toEqual(['sent'])
})

test('a text that funds cover within the week goes when its turn comes, though that is after the week', async () => {
  await trader.set({ pace_per_hour: 1, pace_per_day: 1 })
  await almostAWeek(2)
  await book('topup', 2)
  await product.tick()
  expect(await states()).toEqual(['paced', 'paced'])
  await pass(HOUR_MS)
  expect((await states()).toSorted()).toEqual(['paced', 'sent'])
  await pass(2 * DAY_MS)
  expect(await states()).toEqual(['sent', 'sent'])
})

test('funds that are gone again before its hours begin do not cover it, and its week is over', async () => {
  await almostAWeek(1)
  await trader.openIn(3 * 60)
  await book('topup', 1)
  await product.tick()
  await book('refund', 1)
  await pass(3 * HOUR_MS)
  expect(await states()).toEqual(['no_funds'])
  expect((await trader.requests())[0]).toMatchObject({ state: 'expired' })
})

test('funds for some do not prolong the week of the others', async () => {
  await almostAWeek(3)
  await book('topup', 1)
  await product.tick()
  expect((await states()).toSorted()).toEqual(['no_funds', 'no_funds', 'sent'])
  await pass(2 * HOUR_MS)
  expect((await trader.requests()).map(({ state }) => state).toSorted()).toEqual([
    'expired',
    'expired',
    'sent',
  ])
})
