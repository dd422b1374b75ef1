import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ProfileApi } from '../../integrations/google/business-profile-types.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

/**
 * Google allows our project 300 calls a minute of each API, for all businesses together. Some are left for owners who
 * connect just now, and for clocks that differ.
 */
const MOST = { reading: 240, owner: 290 }

/** There is no call left in this minute; `againAt` is when there is. */
export class NoCallsLeft extends Error {
  readonly againAt: Date

  constructor(againAt: Date) {
    super('Google’s quota of this minute is used up.')
    this.name = 'NoCallsLeft'
    this.againAt = againAt
  }
}

/** Takes one call out of the minute that all processes share. Throws NoCallsLeft. */
export const takeProfileCall = async (
  db: Db,
  api: ProfileApi,
  { now, by }: { now: Date; by: keyof typeof MOST },
): Promise<void> => {
  const at = now.getTime()
  const { rows } = await sql<{ points: number; expire: string }>`
    insert into rate_limits as r (key, points, expire)
    values (${`business-profile:${api}`}, 1, ${at + MINUTE_MS})
    on conflict (key) do update
      set points = case when r.expire <= ${at}::bigint then 1 else r.points + 1 end,
          expire = case when r.expire <= ${at}::bigint then ${at + MINUTE_MS}::bigint else r.expire end
    returning points, expire`.execute(db)
  const { points, expire } = rows[0]!
  if (points > MOST[by]) throw new NoCallsLeft(new Date(Number(expire)))
}
