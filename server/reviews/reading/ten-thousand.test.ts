import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { ReviewsPage } from '../../../contracts/reviews.ts'
import { whereIs } from '../../../test/support/canaries.ts'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'

/** Always the same draws: mulberry32. */
const drawer = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const draw = drawer(18)
const product = useProduct({ sandbox: { random: drawer(53) } })
const profile = () => product.sandbox.profile!
const MINUTE_MS = 60_000
const REVIEWS = 10_000
const ROUNDS = 24
const ACTS = 50
const DAY_MS = 24 * 60 * MINUTE_MS
const PATIENCE = 240_000
const CANARY = 'ten-thousandth'

const idsOf = async ({ businessId }: ProfileOwner) => {
  const rows = await product.db
    .selectFrom('google_reviews')
    .select('review_id')
    .where('business_id', '=', businessId)
    .execute()
  return new Set(rows.map(({ review_id }) => review_id))
}

/** All that the screen is given, page by page, in its order. */
const shownTo = async ({ businessId }: ProfileOwner) => {
  const { call } = await signInTo(product, businessId)
  const pages: ReviewsPage[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    const { status, body } = await call('GET', `/api/reviews${cursor === '' ? '' : `?cursor=${cursor}`}`)
    expect(status).toBe(200)
    pages.push(body as ReviewsPage)
  }
  return { shown: pages.flatMap(({ reviews }) => reviews), figures: pages[0]!.figures! }
}

/** What the screen has to show of the stand-in's own reviews, newest first. */
const dueOf = ({ locationId }: ProfileOwner) =>
  profile()
    .location(locationId)
    .reviews.map(({ id, reviewer, stars, comment, createdAt, updatedAt, reply }) => ({
      id,
      name: reviewer.isAnonymous ? null : reviewer.name,
      isAnonymous: reviewer.isAnonymous,
      stars,
      comment,
      writtenAt: new Date(createdAt).toISOString(),
      changedAt: new Date(updatedAt).toISOString(),
      reply: reply && { comment: reply.comment, at: new Date(reply.updatedAt).toISOString() },
    }))
    .sort((a, b) =>
      a.writtenAt === b.writtenAt ? (a.id < b.id ? 1 : -1) : a.writtenAt < b.writtenAt ? 1 : -1,
    )

/** New ones, changes, replies and removals, drawn by chance. */
const live = async (owner: ProfileOwner, many: number): Promise<void> => {
  for (let act = 0; act < many; act += 1) {
    const { reviews } = profile().location(owner.locationId)
    const one = reviews[Math.floor(draw() * reviews.length)]!
    const kind = draw()
    if (kind < 0.25) profile().seed(owner.locationId, made(reviews.length + act))
    else if (kind < 0.45)
      await profile().change(owner.locationId, one.id, { stars: 1 + Math.floor(draw() * 5) })
    else if (kind < 0.7) profile().reply(owner.locationId, one.id, `Thank you (${act}) ${CANARY}`)
    else profile().remove(owner.locationId, one.id)
  }
}

const made = (index: number) => ({
  name: index % 7 === 0 ? null : `Person ${index} ${CANARY}`,
  stars: 1 + (index % 5),
  comment: index % 3 === 0 ? null : `Words ${index} ${CANARY}`,
  at: new Date(product.now().getTime() - index * MINUTE_MS),
})

test(
  '10,000 reviews, replies and removals are on the screen exactly, through every trouble that Google makes',
  { timeout: PATIENCE },
  async () => {
    const owner = await createProfileOwner(product)
    for (let index = 0; index < REVIEWS; index += 1) profile().seed(owner.locationId, made(index))
    await owner.connect()
    product.sandbox.faults.ask({
      profile429: { probability: 0.02 },
      profile5xx: { probability: 0.02 },
      profile404: { probability: 0.01 },
      profileShortPage: { probability: 0.01 },
      profileEmptyPage: { probability: 0.01 },
      profileRepeatedPage: { probability: 0.02 },
      profileMissingPage: { probability: 0.02 },
      pushLost: {},
    })
    const everRead = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      await owner.read()
      const kept = await idsOf(owner)
      for (const id of kept) everRead.add(id)
      // In all that trouble nothing that is there at Google is ever taken away.
      const lost = profile()
        .location(owner.locationId)
        .reviews.filter(({ id }) => everRead.has(id) && !kept.has(id))
      expect(lost).toEqual([])
      await live(owner, ACTS)
    }
    expect(everRead.size).toBeGreaterThan(REVIEWS * 0.9)

    // Once Google answers as it should, the screen is what Google has, within the week that it takes to be sure.
    product.sandbox.faults.clear()
    const end = product.now().getTime() + 9 * DAY_MS
    let isSame = false
    while (!isSame && product.now().getTime() < end) {
      await owner.read()
      const { full_was_whole } = (await owner.connection())!
      isSame = full_was_whole === true && (await idsOf(owner)).size === dueOf(owner).length
    }
    const due = dueOf(owner)
    const { shown, figures } = await shownTo(owner)
    expect(shown.map(({ photoUrl: _p, replyUrl: _r, foundAt: _f, ...review }) => review)).toEqual(due)
    const average = due.reduce((sum, { stars }) => sum + stars, 0) / due.length
    expect(figures).toMatchObject({
      count: due.length,
      unanswered: due.filter(({ reply }) => reply === null).length,
      average: Math.round(average * 10) / 10,
    })
    const { full_read_at } = (await owner.connection())!
    expect((full_read_at as Date).getTime()).toBeLessThanOrEqual(end)

    // And where Google shows nothing more, none of these words is in any column of any table on the 30th day.
    const database = new Client({ connectionString: product.databaseUrl })
    await database.connect()
    const found = () => whereIs(database, CANARY)
    expect(await found()).toContain('google_reviews.comment')
    product.sandbox.faults.ask({ profile403: {} })
    product.later(30 * DAY_MS - 60 * MINUTE_MS)
    await product.job('expire-reviews')
    expect(await found()).toEqual([])
    expect(await shownTo(owner)).toMatchObject({ shown: [], figures: { count: 0 } })
    await database.end()
  },
)
