import { expect, test } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { checkCurrency } from './check-currency.ts'

const product = useProduct()

test('businesses whose funds are in another money than the prices are told to the operator', async () => {
  const { db } = product
  const trader = await createTrader(product)
  await createTrader(product)
  expect(await checkCurrency(db, { CURRENCY: 'AUD' })).toMatchObject({ state: 'ok' })
  await asOwner(product.databaseUrl, (pool) =>
    pool.query(`update businesses set currency = 'NZD' where id = $1`, [trader.businessId]),
  )
  expect(await checkCurrency(db, { CURRENCY: 'AUD' })).toMatchObject({
    state: 'WRONG',
    words: expect.stringMatching(/^CURRENCY is AUD, and there is 1 business in NZD: /),
  })
})
