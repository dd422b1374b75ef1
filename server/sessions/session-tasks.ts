import type { Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import type { Tasks } from '../platform/postgres/jobs.ts'

const KEEP_ENDED_MS = 30 * DAY_MS

/** `forget-sign-ins` belongs on the clock once an hour. */
export const createAccountTasks = ({ db, clock }: { db: Db; clock: () => Date }): Tasks => ({
  'forget-sign-ins': async () => forgetSignIns(db, clock()),
})

/** Deletes what cannot be used any more; a session some days after its end, so that its browser gets the reason. */
const forgetSignIns = async (db: Db, now: Date): Promise<void> => {
  const longAgo = new Date(now.getTime() - KEEP_ENDED_MS)
  await db.deleteFrom('sign_in_states').where('expires_at', '<=', now).execute()
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute()
  await db.deleteFrom('xero_consents').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('ends_at', '<=', now),
        where('ended_at', '<=', longAgo),
        where('expires_at', '<=', longAgo),
      ]),
    )
    .execute()
}
