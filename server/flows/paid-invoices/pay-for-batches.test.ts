import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  product.stopClock()
})

const tell = (...invoices: Invoice[]) => tellOf(product, [{ tenantId: trader.tenantId, invoices }])
const many = (count: number) => {
  const customer = trader.customer()
  return Array.from({ length: count }, () => trader.paid(customer))
}
const calls = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId)
const decided = async (invoices: Invoice[]) =>
  (await Promise.all(invoices.map(trader.decision))).filter(Boolean).length
const blockedUntil = async () =>
  (
    await product.db
      .selectFrom('organisations')
      .where('tenant_id', '=', trader.tenantId)
      .select('blocked_until')
      .executeTakeFirstOrThrow()
  ).blocked_until

test('never more than sixty calls a minute, and a burst beyond that is finished when the minute opens', async () => {
  const invoices: Invoice[] = []
  for (let turn = 0; turn < 70; turn += 1) {
    const [invoice] = many(1)
    invoices.push(invoice!)
    await tell(invoice!)
    await trader.sync()
  }
  expect(calls().length).toBeLessThanOrEqual(60)
  expect(calls().every(({ status }) => status === 200)).toBe(true)
  for (let minute = 0; minute < 3; minute += 1) {
    product.later(MINUTE_MS)
    await product.tick()
  }
  expect(await decided(invoices)).toBe(70)
  expect(calls().every(({ status }) => status === 200)).toBe(true)
})

test('small batches wait for more once some have gone, and a full one does not wait', async () => {
  const small = Array.from({ length: 12 }, () => many(3))
  for (const batch of small) {
    await tell(...batch)
    await trader.sync()
  }
  expect(await decided(small.flat())).toBe(30)
  const full = many(34)
  await tell(...full)
  await trader.sync()
  expect(await decided([...small.flat(), ...full])).toBe(70)
  const [last] = many(1)
  await tell(last!)
  await trader.sync()
  expect(await trader.decision(last!)).toBe('scheduled')
})

test('a busy organisation does not spend its minute on what is left beyond full batches', async () => {
  const rounds: Invoice[][] = []
  for (let round = 0; round < 20; round += 1) {
    rounds.push(many(48))
    await tell(...rounds.at(-1)!)
    await trader.sync()
    expect(await blockedUntil(), `after ${round * 4} s`).toBeNull()
    const eightSecondsAgo = rounds.slice(0, -2).flat()
    expect(await decided(eightSecondsAgo), `after ${round * 4} s`).toBe(eightSecondsAgo.length)
    product.later(4_000)
  }
  await trader.sync()
  expect(await decided(rounds.flat())).toBe(20 * 48)
})
