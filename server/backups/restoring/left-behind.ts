import type { ClientBase, Pool } from 'pg'

/** Names the moment, so that one that a killed process left behind is recognised. */
export const PREFIX = 'goodword_verify_'

export type LeftBehind = { name: string; isOurs: boolean }

/**
 * Throwaway databases on this server that are older than so many seconds, and that no process is connected to; ours are
 * those that this login may drop.
 */
export const leftBehind = async (server: ClientBase | Pool, seconds: number): Promise<LeftBehind[]> => {
  const { rows } = await server.query<LeftBehind>(
    `select datname as name, pg_has_role(datdba, 'usage') as "isOurs" from pg_database d
     where datname ~ $1
       and split_part(datname, '_', 3)::numeric < extract(epoch from now()) - $2
       and not exists (select from pg_stat_activity a where a.datid = d.oid)
     order by 1`,
    [`^${PREFIX}\\d+_[0-9a-f]+$`, seconds],
  )
  return rows
}
