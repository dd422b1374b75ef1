import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader } from '../../../test/support/trader.ts'

const product = useProduct({ settings: { REVIEWS: 'off' } })

test('where reviews are switched off, no address of them exists, and no row', async () => {
  const { businessId } = await createTrader(product)
  const { call } = await signInTo(product, businessId)
  const addresses = ['status', 'locations', 'callback', 'connect', 'detach', 'location', '']
  for (const address of addresses)
    for (const method of ['GET', 'POST', 'PUT'] as const) {
      const { status } = await call(
        method,
        `/api/reviews/${address}`.replace(/\/$/, ''),
        method === 'GET' ? undefined : {},
      )
      expect([method, address, status]).toEqual([method, address, 404])
    }
  const { body } = await call('GET', '/api/openapi.json')
  expect(JSON.stringify(body)).not.toContain('/api/reviews')
  await product.tick()
  for (const table of ['profile_consents', 'profile_connections', 'google_reviews'] as const)
    expect(await product.db.selectFrom(table).selectAll().execute()).toEqual([])
})
