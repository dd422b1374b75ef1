import { beforeAll, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { createTrader } from '../../../test/support/trader.ts'
import type { Call } from '../../../test/support/call-as.ts'

const product = useProduct()
const DAY_MS = 86_400_000
let businessId: string
let call: Call

beforeAll(async () => {
  ;({ businessId } = await createTrader(product))
  ;({ call } = await signInTo(product, businessId))
})

test('a business that has not connected its profile is told so, and sees no review', async () => {
  expect((await call('GET', '/api/reviews/status')).body).toEqual({
    state: 'disconnected',
    message: null,
    location: null,
    connectedSince: null,
    lastReadAt: null,
    totals: null,
  })
  expect((await call('GET', '/api/reviews')).body).toMatchObject({ reviews: [], nextCursor: null })
})

test('reviews come newest first, page by page, each once, and of no other business', async () => {
  const other = await createTrader(product)
  await addReviews(product, other.businessId, [{ id: 'theirs' }])
  const at = (days: number) => new Date(product.now().getTime() - days * DAY_MS)
  await addReviews(
    product,
    businessId,
    Array.from({ length: 45 }, (_, index) => ({
      id: `r${String(index).padStart(2, '0')}`,
      // Two at a time were written at the same moment.
      writtenAt: at(Math.floor(index / 2)),
      reply: index % 3 === 0 ? 'Thank you!' : null,
    })),
  )
  const read = async (query = '') => {
    const ids: string[] = []
    for (let cursor: unknown = ''; cursor !== null;) {
      const { body } = await call('GET', `/api/reviews?${query}${cursor ? `&cursor=${String(cursor)}` : ''}`)
      ids.push(...(body['reviews'] as { id: string }[]).map(({ id }) => id))
      cursor = body['nextCursor']
    }
    return ids
  }
  const ids = await read()
  expect(ids).toHaveLength(45)
  expect(new Set(ids).size).toBe(45)
  expect(ids.slice(0, 4)).toEqual(['r01', 'r00', 'r03', 'r02'])
  const unanswered = (id: string) => Number(id.slice(1)) % 3 !== 0
  expect(await read('order=unanswered-first')).toEqual([
    ...ids.filter(unanswered),
    ...ids.filter((id) => !unanswered(id)),
  ])
  expect((await call('GET', '/api/reviews?cursor=nonsense')).body).toMatchObject({ code: 'invalid-cursor' })
})

test('what Google has not returned for 30 days is not shown, whether it is deleted already or not', async () => {
  const { businessId: old } = await createTrader(product)
  const { call: theirs } = await signInTo(product, old)
  await addReviews(product, old, [
    { id: 'stale', fetchedAt: new Date(product.now().getTime() - 30 * DAY_MS) },
    { id: 'fresh', fetchedAt: new Date(product.now().getTime() - 29 * DAY_MS) },
  ])
  expect((await theirs('GET', '/api/reviews')).body['reviews']).toMatchObject([{ id: 'fresh' }])
})
