import type { ClientBase } from 'pg'

type Seen = { systemId: string; timeline: string; at: Date }

/**
 * To be called with each new connection of a process. A primary that stood still, was replaced, and is taken for the
 * primary again has forgotten what was written meanwhile, and cannot show it: its history is the one that it knows. A
 * process that has seen the later one raises the recovery fence here, before anything is claimed.
 */
export const rememberHistory = (): ((client: ClientBase) => Promise<void>) => {
  let latest: Seen | undefined
  return async (client) => {
    const { rows } = await client.query<Seen>(
      `select system_id::text as "systemId", timeline, clock_timestamp() as at from current_history()`,
    )
    const here = rows[0]!
    if (latest && isEarlier(here, latest))
      // Not where vendors were asked since: another process that has seen it came first.
      await client.query(
        `select raise_fence('replaced') from recovery where is_only and (lifted_at is null or lifted_at < $1)`,
        [latest.at],
      )
    else latest = here
  }
}

/** Timelines are eight hexadecimal digits, and each promotion has a higher one. */
const isEarlier = (one: Seen, other: Seen): boolean =>
  one.systemId === other.systemId && one.timeline < other.timeline
