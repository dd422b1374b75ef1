import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

const wait = async (template: string, fundsCents: number) => {
  trader = await createTrader(product, { fundsCents })
  await trader.set({ template })
  const invoices = Array.from({ length: 3 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  await trader.send()
}
const invoiceCalls = () =>
  product.sandbox.xero
    .calls()
    .filter(({ tenantId, path }) => tenantId === trader.tenantId && path.startsWith('/Inv')).length

const ONE_SEGMENT = 'Hi {firstName}, a review? {reviewLink}'
const TWO_SEGMENTS = `${'We were glad to be of help to you. '.repeat(5)}{reviewLink}`

test.each([
  ['a cent', ONE_SEGMENT, 1],
  ['a cent less than a text costs', ONE_SEGMENT, SEGMENT_CENTS - 1],
  ['a segment of a text of two', TWO_SEGMENTS, SEGMENT_CENTS],
])('with %s left over, Xero is not asked about the texts that wait', async (_, template, cents) => {
  await wait(template, cents)
  expect((await trader.requests()).map(({ state }) => state)).toEqual(Array(3).fill('waiting_for_funds'))
  const calls = invoiceCalls()
  for (let time = 0; time < 3; time += 1) {
    product.later(11 * MINUTE_MS)
    await trader.send()
  }
  expect(invoiceCalls() - calls).toBe(0)
})

test('funds for the first of them are funds, and it goes once Xero was asked', async () => {
  await wait(TWO_SEGMENTS, 2 * SEGMENT_CENTS - 1)
  product.later(11 * MINUTE_MS)
  await product.db
    .updateTable('balances')
    .set({ available_cents: 2 * SEGMENT_CENTS })
    .where('business_id', '=', trader.businessId)
    .execute()
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})
