import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import type { Db } from '../../database/database.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'

const product = useProduct({ settings: { REVIEWS: 'off' } })
const side = useAccountSide(() => ({ REVIEWS: 'off' }))

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
  await expectNoRow()
})

test('where they are off, a text goes as ever, an owner looks around, and nothing asks Google for reviews', async () => {
  const trader = await createTrader(product)
  const { call } = await signInTo(product, trader.businessId)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(trader.customer())] }])
  await trader.sync()
  product.later(60 * 60_000)
  await product.tick()
  expect(await product.db.selectFrom('review_requests').selectAll().execute()).toHaveLength(1)
  const looked = ['/api/auth/me', '/api/google/status', '/api/review-requests/weeks']
  for (const path of looked) expect([path, (await call('GET', path)).status]).toEqual([path, 200])
  expect((await call('GET', '/api/account/notices')).body).toMatchObject({ reviews: null })
  const { body } = await call('GET', '/api/experiments')
  expect(body['plans']).toMatchObject([
    { kind: 'delays', whyNot: null },
    { kind: 'wordings', whyNot: null },
  ])
  expect(JSON.stringify(body)).not.toContain('connected')
  expect(await call('POST', '/api/experiments', { kind: 'hold-out', weeks: 26 })).toMatchObject({
    status: 409,
    body: { code: 'reviews-not-connected' },
  })
  await product.job('expire-reviews')
  await expectNoRow()

  const calls = product.sandbox.profile!.calls
  expect([...calls.values()].reduce((sum, many) => sum + many, 0)).toBe(0)
})

test('where they are off, the sign-in asks for who somebody is and for nothing else', async () => {
  const answer = await fetch(`${side.url}/api/auth/google`, { redirect: 'manual' })
  expect(new URL(answer.headers.get('location')!).searchParams.get('scope')).toBe('openid email profile')
  const farida = side.person()
  expect((await farida.signIn('farida@okoye-plumbing.example')).status).toBe(200)
  expect((await farida.api('GET', '/api/reviews/status')).status).toBe(404)
  await expectNoRow(side.parts)
})

const TABLES = ['profile_consents', 'profile_connections', 'google_reviews', 'reviews_seen'] as const

const expectNoRow = async ({ db }: { db: Db } = product): Promise<void> => {
  for (const table of TABLES)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
}
