import { expect, test } from 'vitest'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'

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
const REVIEWS = 9_000
const PATIENCE = 240_000

const rowsOf = async ({ businessId }: ProfileOwner) => {
  const rows = await product.db
    .selectFrom('google_reviews')
    .select(['review_id', 'reviewer_name', 'is_anonymous', 'stars', 'comment', 'reply_comment'])
    .where('business_id', '=', businessId)
    .execute()
  return new Map(rows.map(({ review_id, ...row }) => [review_id, row]))
}
const truthOf = ({ locationId }: ProfileOwner) =>
  new Map(
    profile()
      .location(locationId)
      .reviews.map(({ id, reviewer, stars, comment, reply }) => [
        id,
        {
          reviewer_name: reviewer.isAnonymous ? null : reviewer.name,
          is_anonymous: reviewer.isAnonymous,
          stars,
          comment,
          reply_comment: reply?.comment ?? null,
        },
      ]),
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
    else if (kind < 0.7) profile().reply(owner.locationId, one.id, `Thank you (${act})`)
    else profile().remove(owner.locationId, one.id)
  }
}

const made = (index: number) => ({
  name: index % 7 === 0 ? null : `Person ${index}`,
  stars: 1 + (index % 5),
  comment: index % 3 === 0 ? null : `Words ${index}`,
  at: new Date(product.now().getTime() - index * MINUTE_MS),
})

test(
  'thousands of reviews, replies and removals come back exactly, through every trouble that Google makes',
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
    for (let round = 0; round < 30; round += 1) {
      await owner.read()
      const rows = await rowsOf(owner)
      for (const id of rows.keys()) everRead.add(id)
      // In all that trouble nothing that is there at Google is ever taken away.
      const lost = [...truthOf(owner).keys()].filter((id) => everRead.has(id) && !rows.has(id))
      expect(lost).toEqual([])
      await live(owner, 40)
    }
    expect(everRead.size).toBeGreaterThan(REVIEWS * 0.9)

    // Once Google answers as it should, the table is what Google has, within the week that it takes to be sure.
    product.sandbox.faults.clear()
    const end = product.now().getTime() + 9 * 24 * 60 * MINUTE_MS
    let isSame = false
    while (!isSame && product.now().getTime() < end) {
      await owner.read()
      const { full_was_whole } = (await owner.connection())!
      isSame = full_was_whole === true && (await rowsOf(owner)).size === truthOf(owner).size
    }
    expect(await rowsOf(owner)).toEqual(truthOf(owner))
    const { full_read_at } = (await owner.connection())!
    expect((full_read_at as Date).getTime()).toBeLessThanOrEqual(end)
  },
)
