import type { Pool } from 'pg'

const SAMPLE_MS = 20
const MOST = 12

/** Samples what the database's sessions wait for; `stop` returns each wait with its share of the samples. */
export const watchWaits = (pool: Pool): { stop: () => Promise<string> } => {
  const seen = new Map<string, number>()
  let looks = 0
  const end = new AbortController()

  const watch = async (): Promise<void> => {
    const client = await pool.connect()
    for (; !end.signal.aborted; looks += 1) {
      const { rows } = await client.query<{ at: string; sessions: number }>(
        `select coalesce(wait_event_type || ': ' || wait_event, 'running') || '   '
                  || left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as at, count(*)::int as sessions
         from pg_stat_activity
         where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         group by 1`,
      )
      for (const { at, sessions } of rows) seen.set(at, (seen.get(at) ?? 0) + sessions)
      await new Promise((done) => setTimeout(done, SAMPLE_MS))
    }
    client.release()
  }
  const watching = watch()

  return {
    stop: async () => {
      end.abort()
      await watching
      const rows = [...seen].sort(([, a], [, b]) => b - a).slice(0, MOST)
      return [
        `sessions on average, of ${looks} looks:`,
        ...rows.map(([at, sessions]) => `${(sessions / looks).toFixed(2).padStart(8)}  ${at}`),
        '',
      ].join('\n')
    },
  }
}
