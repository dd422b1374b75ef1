import { sql } from 'kysely'
import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import type { Work } from '../../platform/postgres/work/dispatcher.ts'
import { detached, endProfile } from '../connecting/end-profile.ts'
import { resealTokens } from '../connecting/reseal-tokens.ts'
import { detachLeftOver } from '../connecting/detach-left-over.ts'
import { expireReviews } from './expire-reviews.ts'
import type { ReadDeps } from './open-reading.ts'
import { readProfile } from './read-profile.ts'

type TaskDeps = ReadDeps & {
  env: { REVIEWS: boolean }
  /** What is removed is gone for all: no worker's own clock says that its time is over. */
  databaseNow: () => Promise<Date>
}

/**
 * `expire-reviews` belongs on the clock once an hour. Both are there where reviews are switched off as well: what was
 * read before still goes in time.
 */
export const createReviewsTasks = (deps: TaskDeps): Tasks => ({
  'expire-reviews': async () => {
    const now = await deps.databaseNow()
    if (!deps.env.REVIEWS) await detachLeftOver(deps, now)
    await expireReviews(deps, now)
    await resealTokens(deps)
  },
  'detach-profile': async (payload, run) => endProfile(deps, detached.parse(payload), run),
})

/** `reviews:` reads one business's. So few at once that whoever sends never waits for a connection. */
export const createReviewsWork = (deps: ReadDeps): Work[] => [
  {
    kind: 'reviews',
    due: ({ now }) => sql`
      select business_id::text as id from profile_connections
      where next_read_at <= ${now} and state in ('connected', 'waiting_for_google', 'unreachable')`,
    run: (businessId) => readProfile(deps, businessId),
    atOnceApart: 3,
  },
]
