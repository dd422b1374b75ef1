import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { pruneRows } from '../platform/postgres/schema/prune-rows.ts'

const TABLES = ['sign_in_states', 'one_time_tokens', 'xero_consents', 'profile_consents', 'operator_sessions']

const KEEP_ENDED_MS = 30 * DAY_MS

type Deps = {
  db: Db
  /** What is removed is gone for all: no worker's own clock says how old it is. */
  databaseNow: () => Promise<Date>
}

/** `forget-sign-ins` belongs on the clock once an hour. */
export const createSessionTasks = ({ db, databaseNow }: Deps): Tasks => ({
  'forget-sign-ins': async () => forgetSignIns(db, await databaseNow()),
})

/** Deletes what cannot be used any more; a session some days after its end, so that its browser gets the reason. */
const forgetSignIns = async (db: Db, now: Date): Promise<void> => {
  const longAgo = new Date(now.getTime() - KEEP_ENDED_MS)
  for (const table of TABLES) await pruneRows(db, table, sql`expires_at <= ${now}`)
  await pruneRows(
    db,
    'sessions',
    sql`ends_at <= ${now} or ended_at <= ${longAgo} or expires_at <= ${longAgo}`,
  )
}
