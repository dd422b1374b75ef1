import { createClient, DOOR } from '../platform/postgres/connections/pool.ts'

export type ProbedDatabase = {
  isStandby: boolean
  /** Of a primary; each failover and each restore to a moment begins a new one. */
  timeline: number | null
  bytes: number
  wantsStandby: boolean
  /** Standbys that confirm commits now; null where the login may not see them. */
  confirming: number | null
}

/** On a connection of its own, which also leads to a standby; undefined where the database does not answer. */
export const probeDatabase = async (databaseUrl: string): Promise<ProbedDatabase | undefined> => {
  const client = createClient(databaseUrl, { patience: DOOR })
  try {
    await client.connect()
    const { rows } = await client.query<ProbedDatabase>(`
      select pg_is_in_recovery() as "isStandby",
             case when not pg_is_in_recovery()
               then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end as timeline,
             pg_database_size(current_database()) as bytes,
             current_setting('synchronous_standby_names') <> '' as "wantsStandby",
             case when pg_has_role(current_user, 'pg_read_all_stats', 'usage')
               then (select count(*)::int from pg_stat_replication
                     where state = 'streaming' and sync_state in ('sync', 'quorum')) end as confirming`)
    return rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
