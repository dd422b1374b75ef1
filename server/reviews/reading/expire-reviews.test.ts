import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whereIs } from '../../../test/support/canaries.ts'
import { createProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'

const product = useProduct()
const profile = () => product.sandbox.profile!
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let database: Client

beforeAll(async () => {
  database = new Client({ connectionString: product.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

/** Hours of a worker's clock, until so long after now. */
const pass = async (ms: number): Promise<void> => {
  const until = product.now().getTime() + ms
  while (product.now().getTime() < until) {
    product.later(Math.min(HOUR_MS, until - product.now().getTime()))
    await product.job('expire-reviews')
  }
}

test(
  'nothing that Google said is older than 30 days, in any column of any table',
  { timeout: 60_000 },
  async () => {
    const owner = await createProfileOwner(product)
    const { locationId } = owner
    profile().location(locationId).title = 'canary-title'
    profile().seed(locationId, { id: 'canary-one', name: 'canary-name', comment: 'canary-comment', stars: 3 })
    profile().seed(locationId, { id: 'canary-two', name: 'Canary-Two', comment: 'canary-again' })
    profile().reply(locationId, 'canary-one', 'canary-reply')
    await owner.connect()
    await owner.read()
    const readAt = product.now()
    const found = () => whereIs(database, 'canary-')
    expect(await found()).toEqual(
      expect.arrayContaining([
        'google_reviews.comment',
        'google_reviews.reply_comment',
        'google_reviews.review_id',
        'google_reviews.reviewer_name',
        'profile_connections.location_title',
      ]),
    )
    // From now on Google shows us nothing any more.
    product.sandbox.faults.ask({ profile403: {} })
    await pass(29 * DAY_MS)
    await owner.read()
    expect(await found()).toContain('google_reviews.comment')
    await pass(readAt.getTime() + 30 * DAY_MS - product.now().getTime() - HOUR_MS)
    expect(product.now().getTime()).toBeLessThan(readAt.getTime() + 30 * DAY_MS)
    expect(await found()).toEqual([])
    expect(await owner.connection()).toMatchObject({
      total_reviews: null,
      average_rating: null,
      totals_at: null,
      is_verified: null,
    })
  },
)

test('what Google still returns stays, because it is read again in time', { timeout: 60_000 }, async () => {
  const owner = await createProfileOwner(product)
  profile().seed(owner.locationId, { id: 'kept', at: new Date(product.now().getTime() - 400 * DAY_MS) })
  await owner.connect()
  await owner.read()
  for (let week = 0; week < 6; week += 1) {
    await pass(7 * DAY_MS)
    await owner.read()
  }
  expect(await owner.rows()).toMatchObject([{ review_id: 'kept', missing_since: null }])
  const { rows } = await database.query(
    `select count(*)::integer as old from google_reviews where fetched_at < $1`,
    [new Date(product.now().getTime() - 30 * DAY_MS)],
  )
  expect(rows[0]).toMatchObject({ old: 0 })
})
