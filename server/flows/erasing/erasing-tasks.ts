import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from '../../platform/process/log.ts'
import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import { eraseBusiness } from './erase-business.ts'
import { tellErasure, type TellDeps } from './tell-erasure.ts'

type ErasingDeps = TellDeps & {
  /** What is erased is gone for all: no worker's own clock says that its week is over. */
  databaseNow: () => Promise<Date>
  log: Pick<Log, 'info' | 'error'>
}

/** Without a person, as versions before enqueued it, everyone is told. */
const told = z.object({ businessId: z.guid(), userId: z.guid().optional() })

/** `erase-due` belongs on the clock once an hour. */
export const createErasingTasks = (deps: ErasingDeps): Tasks => ({
  'erase-due': async () => eraseDue(deps),
  'tell-erasure': async (payload) => tellErasure(deps, told.parse(payload)),
})

/** One that fails keeps none of the others waiting. */
const eraseDue = async ({ db, databaseNow, log }: ErasingDeps): Promise<void> => {
  const now = await databaseNow()
  const { rows } = await sql<{ businessId: string }>`
    select business_id as "businessId" from erasures
    where erases_at <= ${now} and taken_back_at is null and erased_at is null
    order by erases_at`.execute(db)
  const failures: unknown[] = []
  for (const { businessId } of rows) {
    try {
      const outcome = await eraseBusiness(db, businessId, { now })
      log.info({ business: businessId, outcome }, 'a business was to be erased')
    } catch (cause) {
      log.error({ err: cause, business: businessId }, 'a business was not erased')
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw failures[0]
}
