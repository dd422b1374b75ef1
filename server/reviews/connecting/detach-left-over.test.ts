import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { addProfile, addReviews } from '../../../test/support/reviews.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { openLeases } from '../../platform/postgres/work/leases.ts'
import { createReviewsTasks } from '../reading/reviews-tasks.ts'

const product = useProduct({ settings: { REVIEWS: 'off' } })

/** A business that was connected before reviews were switched off, last read so many days ago. */
const connected = async (daysAgo: number): Promise<string> => {
  const { businessId } = await createTrader(product)
  const at = new Date(product.now().getTime() - daysAgo * DAY_MS)
  await addProfile(product.db, businessId, at, { last_read_at: at, full_read_at: at })
  await addReviews(product, businessId, [{ id: 'one', fetchedAt: at }])
  return businessId
}
const standsWith = async (businessId: string) => {
  const { state } = await product.db
    .selectFrom('profile_connections')
    .select('state')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const reviews = await product.db
    .selectFrom('google_reviews')
    .select('review_id')
    .where('business_id', '=', businessId)
    .execute()
  return [state, reviews.length]
}

test('where reviews stay switched off for a week, what was connected is detached and its reviews go', async () => {
  const [longAgo, lately] = [await connected(8), await connected(6)]
  await product.job('expire-reviews')
  expect(await standsWith(longAgo)).toEqual(['detaching', 0])
  expect(await standsWith(lately)).toEqual(['connected', 1])
})

test('a worker whose clock is ahead detaches and removes nothing before its time', async () => {
  const lately = await connected(0)
  const ahead = { ...product.parts, clock: () => new Date(product.now().getTime() + 60 * DAY_MS) }
  const leases = openLeases(product.db, { holder: 'ahead', log: product.parts.log })
  const tasks = createReviewsTasks({ ...ahead, leases, topic: undefined })
  await tasks['expire-reviews']!(undefined)
  expect(await standsWith(lately)).toEqual(['connected', 1])
})
