import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { tellFloods, type FloodDeps } from './flood/tell-floods.ts'
import { tellReviews } from './reviews/tell-reviews.ts'
import { tellOwners } from './tell-owners.ts'
import { tellPausedTopUps } from './tell-paused-top-ups.ts'
import { sendWeeklyLetters } from './weekly/send-weekly-letters.ts'

/** Both belong on the clock, a few times an hour. */
export const createNoticeTasks = (deps: FloodDeps): Tasks => ({
  'tell-owners': async (_payload, run) => {
    // First: a flood begins a quarter of an hour after it is known.
    await tellFloods(deps, run?.stopping)
    await tellPausedTopUps(deps, run?.stopping)
    await tellOwners(deps, run?.stopping)
    await tellReviews(deps, run?.stopping)
  },
  'weekly-letters': async (_payload, run) => {
    await sendWeeklyLetters(deps, run?.stopping)
  },
})
