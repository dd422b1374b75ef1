import { sql } from 'kysely'
import { FENCE_IS_DOWN, raiseFence } from '../../database/fence.ts'
import type { Work } from '../../platform/postgres/work/dispatcher.ts'
import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import { adoptable, adoptFound, type AdoptDeps } from '../../review-requests/sending/unknown/adopt-found.ts'
import { recordHistory } from './fence-queries.ts'
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

/** On the clock: `record-history` every minute, `look-for-forgotten` every ten. */
export const createRecoveryTasks = (deps: FenceDeps): Tasks => ({
  'record-history': async () => recordHistory(deps.db),
  'look-for-forgotten': async () => lookForForgotten(deps),
})

/** Where the database was restored without a trace in it, the gateway's newest texts show it. */
const lookForForgotten = async (deps: FenceDeps): Promise<void> => {
  const since = await oldestForgotten(deps)
  if (since) await raiseFence(deps.db, 'text', since)
}
