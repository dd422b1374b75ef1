import type { ClientBase } from 'pg'

type Seen = { systemId: string; timeline: string; at: Date }

/** No other server becomes the primary sooner: Patroni asks every ten seconds at most whether it still may be it. */
export const LONGEST_UNNOTICED_MS = 10_000

/**
 * To be called with each new connection of a process. A primary that stood still, was replaced, and is taken for the
 * primary again has forgotten what was written meanwhile, and its own history is the one that it knows. A process that
 * has seen the later one raises the fence here, before anything is claimed; so does one that stood still with it.
 */
export const rememberHistory = (pauses: () => number = () => 0): ((client: ClientBase) => Promise<void>) => {
  let latest: Seen | undefined
  let noticed = pauses()
  return async (client) => {
    const { rows } = await client.query<Seen>(
      `select system_id::text as "systemId", timeline, clock_timestamp() as at from current_history()`,
    )
    const here = rows[0]!
    const now = pauses()
    if (now !== noticed) {
      await client.query(`select raise_fence('paused')`)
      noticed = now
    }
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
