import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { sql, type Kysely } from 'kysely'
import type { Log } from './log.ts'

export type Metrics = { registry: Registry; share: () => Promise<void>; stop: () => void }

const SHARE_MS = 5_000
const DEAD_AFTER = "interval '1 minute'"

/**
 * Readings of this process, shared through the database every few seconds, so that any api process can answer for
 * all of them.
 */
export const startMetrics = (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database that has the table processes
  db: Kysely<any>,
  {
    id,
    kind,
    registry,
    log,
    knows = 0,
  }: {
    id: string
    kind: 'api' | 'worker'
    registry: Registry
    log: Log
    /** The newest migration that this process knows. */
    knows?: number
  },
): Metrics => {
  collectDefaultMetrics({ register: registry, labels: { process: kind } })
  const share = async () => {
    const reading = JSON.stringify(await registry.getMetricsAsJSON())
    await sql`insert into processes (id, kind, metrics, knows) values (${`metrics:${id}`}, ${kind}, ${reading}::jsonb, ${knows})
      on conflict (id) do update set metrics = excluded.metrics, seen_at = now()`.execute(db)
  }
  const timer = setInterval(() => {
    share().catch((cause: unknown) => log.warn({ err: cause }, 'could not share metrics'))
  }, SHARE_MS)
  timer.unref()
  return { registry, share, stop: () => clearInterval(timer) }
}

/** The readings of all running processes, in Prometheus' text form. */
export const readMetrics = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database that has the table processes
  db: Kysely<any>,
  own: Metrics,
): Promise<string> => {
  await own.share()
  await sql`delete from processes where id like 'metrics:%' and seen_at < now() - ${sql.raw(DEAD_AFTER)}`.execute(
    db,
  )
  const { rows } = await sql<{ metrics: never[] }>`
    select metrics from processes where metrics is not null and seen_at > now() - ${sql.raw(DEAD_AFTER)}`.execute(
    db,
  )
  return AggregatorRegistry.aggregate(rows.map(({ metrics }) => metrics)).metrics()
}
