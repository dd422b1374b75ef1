import type { Pool } from 'pg'
import { isAre, ok, wrong, type Check } from './check.ts'

export type Replication = {
  isStandby: boolean
  /** `synchronous_standby_names`: whose confirmation a commit waits for; empty for none. */
  names: string
  /** `synchronous_commit` of our connections. */
  level: string
  /** Standbys that confirm commits now; null where the login may not see them. */
  confirming: number | null
}

/** Says whether the database is a primary, whether a standby confirms its commits, and what that means for texts. */
export const checkReplication = async (pool: Pool): Promise<Check> => {
  const { rows } = await pool.query<Replication>(
    `select pg_is_in_recovery() as "isStandby",
            current_setting('synchronous_standby_names') as names,
            current_setting('synchronous_commit') as level,
            case when pg_has_role(current_user, 'pg_read_all_stats', 'usage')
              then (select count(*)::int from pg_stat_replication
                    where state = 'streaming' and sync_state in ('sync', 'quorum')) end as confirming`,
  )
  return examineReplication(rows[0]!)
}

export const examineReplication = ({ isStandby, names, level, confirming }: Replication): Check => {
  const found = (make: typeof ok, words: string): Check => make('replication', words)
  if (isStandby)
    return found(wrong, 'a standby, which takes no writes: DATABASE_URL has to lead to the primary')
  if (level === 'off')
    return found(
      wrong,
      'a primary that confirms commits before they are on its disk (synchronous_commit is off): after a crash a text can go twice',
    )
  if (names === '')
    return found(
      ok,
      'a primary without a synchronous standby: a failover can forget the commits of the last moment',
    )
  if (level === 'local')
    return found(
      wrong,
      `commits do not wait for the synchronous standby (synchronous_commit is local): set it to on for this login`,
    )
  if (confirming === null)
    return found(
      ok,
      `a primary whose commits wait for a synchronous standby (${names}); whether one is there, a login with pg_read_all_stats sees`,
    )
  if (confirming === 0)
    return found(
      wrong,
      `no synchronous standby (${names}) is connected: every commit waits, and nothing is sent`,
    )
  return found(
    ok,
    `a primary, and ${isAre(confirming, 'synchronous standby has', 'synchronous standbys have')} each commit: a failover forgets none`,
  )
}
