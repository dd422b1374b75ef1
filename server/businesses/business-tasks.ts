import { z } from 'zod'
import type { Db } from '../database/database.ts'
import type { Places } from '../integrations/google/places-types.ts'
import { DAY_MS } from '../platform/dates.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { checkPlace } from './check-place.ts'
import { enqueueCheckPlace } from './enqueue-check-place.ts'

const businessPayload = z.object({ businessId: z.guid() })

/** `check-places` belongs on the clock once an hour: each place then has its turn once a day. */
export const createBusinessTasks = (deps: {
  db: Db
  places: Pick<Places, 'currentId'>
  clock: () => Date
}): Tasks => ({
  'check-places': async () => enqueueDueChecks(deps),
  'check-place': async (payload) => checkPlace(deps, businessPayload.parse(payload).businessId, deps.clock()),
})

const enqueueDueChecks = async ({ db, clock }: { db: Db; clock: () => Date }): Promise<void> => {
  const due = await db
    .selectFrom('businesses')
    .select('id')
    .where('place_id', 'is not', null)
    .where('deactivated_at', 'is', null)
    .where((where) =>
      where.or([
        where('place_checked_at', 'is', null),
        where('place_checked_at', '<=', new Date(clock().getTime() - DAY_MS)),
      ]),
    )
    .execute()
  for (const { id } of due) await enqueueCheckPlace(db, id)
}
