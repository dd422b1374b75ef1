import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo } from '../../test/support/signed-in.ts'
import { createTrader } from '../../test/support/trader.ts'

const product = useProduct()

test('an owner takes along everything of her business, and nothing of another’s', async () => {
  const [trader, other] = [await createTrader(product), await createTrader(product)]
  for (const one of [trader, other]) {
    one.paid()
    await product.job('sweep-organisation', one)
  }
  const { call, userId } = await signInTo(product, trader.businessId)
  const { status, body } = await call('GET', '/api/export')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    business: [{ id: trader.businessId }],
    people: [{ id: userId }],
    reviewRequests: [{ business_id: trader.businessId, state: 'scheduled' }],
  })
  const text = JSON.stringify(body)
  expect(text).not.toContain(other.businessId)
  expect(text).not.toContain('access_token')
})

test('exports are for the signed in, and not without end', async () => {
  expect((await product.app.inject({ url: '/api/export' })).statusCode).toBe(401)
  const { call } = await signInTo(product, (await createTrader(product)).businessId)
  // One that was read to its end still holds its place until its transaction has ended.
  const status = async () => (await call('GET', '/api/export')).status
  for (let n = 0; n < 6; n += 1) await expect.poll(status).toBe(200)
  expect((await call('GET', '/api/export')).status).toBe(429)
})
