import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

const SAMPLE_MS = 20
const MOST = 12

type Samples = { looks: number; seen: Map<string, number> }

/** Samples what the database's sessions wait for; `stop` returns each wait with its share of the samples. */
export const watchWaits = (pool: Pool): { stop: () => Promise<string> } => {
  const sampling = sampleSessions(pool)
  return {
    stop: async () => {
      const { looks, seen } = await sampling.stop()
      const rows = [...seen].sort(([, a], [, b]) => b - a).slice(0, MOST)
      return [
        `sessions on average, of ${looks} looks:`,
        ...rows.map(([at, sessions]) => `${(sessions / looks).toFixed(2).padStart(8)}  ${at}`),
        '',
      ].join('\n')
    },
  }
}

/** The mean of sessions that wait for a lock of another one, and for the log to be on the disk. */
export const watchLocks = (pool: Pool): { stop: () => Promise<{ locked: number; flushing: number }> } => {
  const sampling = sampleSessions(pool)
  return {
    stop: async () => {
      const { looks, seen } = await sampling.stop()
      const mean = (kind: string) =>
        [...seen].filter(([at]) => at.startsWith(kind)).reduce((sum, [, many]) => sum + many, 0) / looks
      return { locked: mean('Lock: '), flushing: mean('IO: WalSync') + mean('LWLock: WALWrite') }
    },
  }
}

const sampleSessions = (pool: Pool): { stop: () => Promise<Samples> } => {
  const samples: Samples = { looks: 0, seen: new Map() }
  const end = new AbortController()
  const watch = async (): Promise<void> => {
    const client = await pool.connect()
    for (; !end.signal.aborted; samples.looks += 1) {
      const { rows } = await client.query<{ at: string; sessions: number }>(
        `select coalesce(wait_event_type || ': ' || wait_event, 'running') || '   '
                  || left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as at, count(*)::int as sessions
         from pg_stat_activity
         where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         group by 1`,
      )
      for (const { at, sessions } of rows) samples.seen.set(at, (samples.seen.get(at) ?? 0) + sessions)
      await pause(SAMPLE_MS)
    }
    client.release()
  }
  const watching = watch()
  return {
    stop: async () => {
      end.abort()
      await watching
      return samples
    },
  }
}
