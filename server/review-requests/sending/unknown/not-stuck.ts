import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import { IS_STUCK } from './stuck-attempts.ts'

/** `state` is null where no attempt has this id. */
export type NotStuck = {
  id: string
  state: string | null
  settledAt: Date | null
  nextLookAt: Date | null
  retryAt: Date | null
}

/** Those of the ids that are no attempts that wait for the operator, in the order in which they are given. */
export const findNotStuck = async (db: Db, ids: string[]): Promise<NotStuck[]> => {
  const { rows } = await sql<NotStuck>`
    select asked.id, a.state, a.settled_at as "settledAt", a.next_look_at as "nextLookAt",
           a.retry_at as "retryAt"
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    left join send_attempts a on a.id = asked.id
    where (${IS_STUCK}) is not true
    order by asked.place`.execute(db)
  return rows
}
