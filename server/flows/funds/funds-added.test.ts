import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { dueKeys } from '../../platform/postgres/work/dispatcher.ts'
import { fundsAdded } from './funds-added.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 0 })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

const topUp = (cents: number) =>
  asBusiness(product.db, trader.businessId, async (trx) => {
    const reference = `cs_test_${crypto.randomUUID()}`
    await bookTransfer(trx, trader.businessId, {
      kind: 'topup',
      reference,
      from: 'card',
      to: 'available',
      cents,
    })
    await fundsAdded(trx, trader.businessId, product.now())
  })

const waiting = async (count: number): Promise<string[]> => {
  const invoices = Array.from({ length: count }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  return (await trader.requests()).map(({ customer_phone }) => customer_phone)
}

test('texts that waited for funds go out oldest first and at a pace, not in a burst', async () => {
  const phones = await waiting(45)
  await topUp(100 * SEGMENT_CENTS)
  const reached: number[] = []
  for (let minute = 0; minute < 3; minute += 1) {
    await product.tick()
    reached.push(trader.texts().length)
    product.later(MINUTE_MS)
  }
  expect(reached).toEqual([20, 40, 45])
  expect(new Set(trader.texts().map(({ to }) => to))).toEqual(new Set(phones))
})

test('however many wait for funds, all of them are marked as waiting, and no worker reads them meanwhile', async () => {
  await waiting(45)
  const states = (await trader.requests()).map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(['waiting_for_funds']))
  product.later(MINUTE_MS)
  expect(await dueKeys(product.db, product.allWork(), product.now())).not.toContain(
    `send:${trader.businessId}`,
  )
})

test('50 workers at once with funds for 30 texts send exactly 30', async () => {
  await topUp(30 * SEGMENT_CENTS)
  const invoices = Array.from({ length: 50 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  const workers = Array.from({ length: 50 }, () => product.otherWorker())
  await Promise.all(workers.map((work) => work(`send:${trader.businessId}`)))
  expect(trader.texts()).toHaveLength(30)
  expect(await trader.balance()).toEqual({ available: 0, reserved: 0 })
})
