import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { asBusiness } from '../database/database.ts'
import { blockOrganisation, recordXeroAnswer } from './organisation-queries.ts'
import { takeXeroCalls } from './ask-xero.ts'

const product = useProduct()
const start = new Date('2026-11-03T01:00:00Z')
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const take = async (seconds: number, wanted: number, burst: number | null = null) =>
  (await takeXeroCalls(product.db, trader.tenantId, { wanted, needed: 1, burst, now: at(seconds) })).granted
const answer = (seconds: number, minuteRemaining: number) =>
  asBusiness(product.db, trader.businessId, (trx) =>
    recordXeroAnswer(trx, trader.tenantId, {
      limits: { minuteRemaining, dayRemaining: 4000, appMinuteRemaining: 9000 },
      now: at(seconds),
    }),
  )

test('a minute has fifty-six calls, and who asks for more waits until it is over', async () => {
  expect(await take(0, 40)).toBe(40)
  expect(await take(1, 40)).toBe(16)
  expect(await take(2, 1)).toBe(0)
  expect(await take(59, 1)).toBe(0)
  expect(await take(60, 40)).toBe(40)
})

test('who waited for another that began the minute counts in it, and begins none', async () => {
  expect(await take(1, 40)).toBe(40)
  expect(await take(0.5, 40)).toBe(16)
})

test('beyond its burst a small batch waits for a part of what is left, and never takes the last call', async () => {
  expect(await take(0, 12, 12)).toBe(12)
  expect(await take(1, 1, 12)).toBe(0)
  expect(await take(1, 1, 20)).toBe(1)
  let granted = 0
  for (let second = 2; second < 60; second += 1) granted += await take(second, 2, 12)
  expect(granted).toBeGreaterThan(30)
  expect(granted).toBeLessThanOrEqual(43)
})

test('when Xero’s minute begins anew, so does ours', async () => {
  expect(await take(0, 50)).toBe(50)
  await answer(1, 10)
  await answer(30, 58)
  expect(await take(30, 60)).toBe(54)
})

test('whoever waits for the end of our minute waits no longer when Xero’s has begun anew', async () => {
  expect(await take(0, 56)).toBe(56)
  await answer(1, 4)
  expect(await take(2, 1)).toBe(0)
  await answer(3, 59)
  expect(await take(5, 1)).toBe(1)
})

test('a limit that Xero returned is not lifted by a new minute', async () => {
  expect(await take(0, 50)).toBe(50)
  await answer(1, 10)
  await blockOrganisation(product.db, trader.tenantId, at(3600))
  await answer(30, 58)
  expect(await take(31, 1)).toBe(0)
})

test('when Xero’s minute is older than ours, it is asked again in seconds and not in a minute', async () => {
  expect(await take(0, 2)).toBe(2)
  await answer(1, 2)
  expect(await take(2, 1)).toBe(0)
  expect(await take(6, 1)).toBe(1)
})

test('a lone answer that came late changes nothing', async () => {
  expect(await take(0, 10)).toBe(10)
  await answer(1, 50)
  await answer(2, 53)
  expect(await take(3, 60)).toBe(46)
})
