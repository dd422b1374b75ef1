import { beforeEach, expect, test } from 'vitest'
import { grantTo } from '../../../test/support/granted.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { grantFunds } from './grant-funds.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 0 })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

const grant = (cents: number) => grantTo(product, trader.businessId, cents)

/** Paid one after the other, so that the first is the oldest; the phones in that order. */
const paidInTurn = async (count: number): Promise<string[]> => {
  const phones: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const customer = trader.customer()
    phones.push(customer.phone)
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(customer)] }])
    await trader.sync()
  }
  return phones
}

const textedPhones = () => trader.texts().map(({ to }) => to)
const states = async () => (await trader.requests()).map(({ state }) => state)

test('as many texts go as the funds pay for, the oldest first, and the rest waits', async () => {
  await grant(3 * SEGMENT_CENTS + 8)
  const phones = await paidInTurn(5)
  await trader.send()
  expect(textedPhones()).toEqual(phones.slice(0, 3))
  expect(await states()).toEqual([
    ...Array<string>(3).fill('sent'),
    ...Array<string>(2).fill('waiting_for_funds'),
  ])
  expect(await trader.balance()).toEqual({ available: 8, reserved: 0 })
})

test('a grant releases those that wait, the oldest first, also when its wake was lost', async () => {
  const phones = await paidInTurn(3)
  await product.tick()
  expect(textedPhones()).toEqual([])
  await grant(2 * SEGMENT_CENTS)
  await product.tick()
  expect(textedPhones()).toEqual(phones.slice(0, 2))
  await grant(SEGMENT_CENTS)
  await product.tick()
  expect(textedPhones()).toEqual(phones)
})

test('a worker that is killed in the middle of them leaves the others to the next', async () => {
  const invoices = Array.from({ length: 42 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  const reset = product.parts.twilio.send
  await grant(42 * SEGMENT_CENTS)
  product.parts.twilio.send = () => Promise.reject(new Error('killed'))
  await expect(trader.send()).rejects.toThrow('killed')
  product.parts.twilio.send = reset
  product.later(2 * MINUTE_MS)
  await product.tick()
  expect(textedPhones()).toHaveLength(22)
})

test('a grant lets many that wait go at the pace of a top-up, twenty a minute', async () => {
  const invoices = Array.from({ length: 45 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  await grant(100 * SEGMENT_CENTS)
  const gone: number[] = []
  for (let minute = 0; minute < 3; minute += 1) {
    await product.tick()
    gone.push(textedPhones().length)
    product.later(MINUTE_MS)
  }
  expect(gone).toEqual([20, 40, 45])
})

test('the same grant twice is given once', async () => {
  const once = () =>
    asBusiness(product.db, trader.businessId, (trx) =>
      grantFunds(trx, trader.businessId, {
        cents: 50,
        note: 'test',
        reference: 'order-7',
        now: product.now(),
      }),
    )
  const answers = await Promise.all([once(), once(), once()])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 50, reserved: 0 })
})

test('the released price of a refused text pays for the oldest one that waits', async () => {
  await grant(SEGMENT_CENTS)
  for (const customer of [trader.customer('+61491578888'), trader.customer()]) {
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(customer)] }])
    await trader.sync()
  }
  await trader.send()
  await product.tick()
  expect((await states()).toSorted()).toEqual(['failed', 'sent'])
  expect(await trader.balance()).toEqual({ available: 0, reserved: 0 })
})

test('what waited seven days for funds is never sent any more, whether or not a worker read it meanwhile', async () => {
  await paidInTurn(1)
  await product.tick()
  product.later(7 * DAY_MS - MINUTE_MS)
  await product.job('expire-waiting')
  expect(await states()).toEqual(['waiting_for_funds'])
  product.later(2 * MINUTE_MS)
  await grant(1000)
  await product.tick()
  expect(await states()).toEqual(['expired'])

  expect(textedPhones()).toEqual([])
})

test('every hour what waited too long expires', async () => {
  await paidInTurn(1)
  await product.tick()
  product.later(7 * DAY_MS + MINUTE_MS)
  await product.job('expire-waiting')
  expect(await states()).toEqual(['expired'])
})

test('a top-up in the night waits for the morning with them', async () => {
  const [phone] = await paidInTurn(1)
  await product.tick()
  await trader.openIn(2 * 60)
  await grant(1000)
  await product.tick()
  expect(textedPhones()).toEqual([])
  product.later(2 * 60 * MINUTE_MS)
  await product.tick()
  expect(textedPhones()).toEqual([phone])
})
