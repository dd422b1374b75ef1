import { sql } from 'kysely'
import { FENCE_IS_DOWN, raiseFence } from '../../database/fence.ts'
import type { Work } from '../../platform/postgres/work/dispatcher.ts'
import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import { adoptable, adoptFound, type AdoptDeps } from '../../review-requests/sending/unknown/adopt-found.ts'
import { countNew, findLook, recordHistory, recordLook } from './fence-queries.ts'
import { oldestForgotten } from './recover-steps.ts'
import { holdFence, type FenceDeps } from './hold-fence.ts'

const ADOPTED_AT_ONCE = 8

/** `recovery:` the fence is raised, held and lifted; `adopt:` a text that was found is that of its request. */
export const createRecoveryWork = (deps: FenceDeps & AdoptDeps): Work[] => [
  {
    kind: 'recovery',
    due: () => sql`select 'fence' as id where not ${FENCE_IS_DOWN}`,
    run: () => holdFence(deps),
    atOnceApart: 1,
  },
  {
    kind: 'adopt',
    due: () => adoptable,
    run: (messageSid) => adoptFound(deps, messageSid),
    atOnceApart: ADOPTED_AT_ONCE,
  },
]

type PollInbound = { pollInbound: (foundStop: () => void) => Promise<void> }

/** On the clock: `record-history` every minute, `look-for-forgotten` every two, `poll-inbound` every three. */
export const createRecoveryTasks = (deps: FenceDeps & PollInbound): Tasks => ({
  'record-history': async () => recordHistory(deps.db),
  'look-for-forgotten': async () => lookForForgotten(deps),
  'poll-inbound': async () => void (await countNew(deps.db, 'stops', deps.pollInbound)),
})

/**
 * Where the database was restored without a trace in it, what the gateway sent since the last look shows it. When that
 * was went back with the database, so that it leads to before what was forgotten.
 */
const lookForForgotten = async (deps: FenceDeps): Promise<void> => {
  const last = await findLook(deps.db)
  let [oldest, newest] = [Infinity, 0]
  try {
    for await (const texts of last ? deps.twilio.newer(last) : [await deps.twilio.newest()]) {
      const forgotten = await oldestForgotten(deps, texts)
      oldest = Math.min(oldest, forgotten?.getTime() ?? Infinity)
      newest = Math.max(newest, ...texts.map(({ createdAt }) => createdAt?.getTime() ?? 0))
    }
  } finally {
    // What one page shows holds, whatever becomes of the next.
    if (oldest < Infinity) await raiseFence(deps.db, 'text', new Date(oldest))
  }
  // Where the fence was up already it may not have been told how far back: the next look sees whether it has found all.
  if (oldest === Infinity && newest > 0) await recordLook(deps.db, { last, to: new Date(newest) })
}
