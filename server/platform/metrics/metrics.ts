import { collectDefaultMetrics, type Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Log } from '../process/log.ts'
import { sayRarely } from '../process/say-rarely.ts'
import { comeBack, foldOwn, foldSilent, IS_SILENT, type MetricsDb } from './departed.ts'
import { readRegistry, sumOf, type Reading } from './readings.ts'

export type Metrics = {
  registry: Registry
  share: () => Promise<void>
  /** Shares a last time, so that what this process has counted goes on counting. */
  leave: () => Promise<void>
  /** Shares no more by itself. */
  stop: () => void
}

const SHARE_MS = 5_000

type Options = {
  id: string
  kind: 'api' | 'worker'
  registry: Registry
  log: Log
  /** The newest migration that this process knows. */
  knows?: number
  /** Called at each share: by how much the clock of the database is ahead of ours. */
  clockAhead?: (seconds: number) => void
  shareMs?: number
}

/**
 * Readings of this process, shared through the database every few seconds, so that any api process can answer for
 * all of them.
 */
export const startMetrics = (
  db: MetricsDb,
  { id, kind, registry, log, knows = 0, clockAhead, shareMs = SHARE_MS }: Options,
): Metrics => {
  collectDefaultMetrics({ register: registry, labels: { process: kind } })
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_eventloop_lag_max_seconds'])
    takeWorst(registry.getSingleMetric(name))
  const row = `metrics:${id}`
  let hasShared = false
  const writeDown = async (): Promise<void> => {
    const reading = await readRegistry(registry)
    const json = JSON.stringify(reading)
    const askedAt = Date.now()
    const { rows } = await sql<{ at: Date }>`
      update processes set metrics = ${json}::jsonb, seen_at = now()
      where id = ${row} and departed_at is null returning clock_timestamp() as at`.execute(db)
    if (rows[0]) return clockAhead?.((rows[0].at.getTime() - (askedAt + Date.now()) / 2) / 1000)
    if (hasShared && (await comeBack(db, row, reading))) return
    // Its last share is in the totals for good: what it counted since is all that is left to add.
    if (hasShared) registry.resetMetrics()
    const first = hasShared ? JSON.stringify(await readRegistry(registry)) : json
    await sql`insert into processes (id, kind, metrics, knows)
      values (${row}, ${kind}, ${first}::jsonb, ${knows})
      on conflict (id) do update set metrics = excluded.metrics, seen_at = now()`.execute(db)
    hasShared = true
  }
  let sharing: Promise<void> | undefined
  /** One at a time, so that an earlier reading is never written over a later one. */
  const share = (): Promise<void> =>
    (sharing ??= writeDown().finally(() => {
      sharing = undefined
    }))
  const shares = sayRarely(log, 'could not share metrics')
  const timer = setInterval(() => void share().then(shares.well, shares.failed), shareMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  return {
    registry,
    share,
    stop,
    leave: async () => {
      stop()
      await sharing?.catch(() => undefined)
      await share()
      await foldOwn(db, row)
    },
  }
}

/** Of several processes the slowest matters, not the average. */
const takeWorst = (gauge: unknown): void => {
  if (gauge) Object.assign(gauge, { aggregator: 'max' })
}

/** The sums of all processes, those included that have ended; what is a state and no count, of those that run. */
export const readMetrics = async (db: MetricsDb, own: Metrics): Promise<string> => {
  await own.share()
  const found = await readAll(db)
  const { totals, readings } = found.hasSilent ? await foldSilent(db).then(() => readAll(db)) : found
  return sumOf([totals, ...readings]).metrics()
}

type All = { totals: Reading; readings: Reading[]; hasSilent: boolean }

/** In one statement: a process that is folded meanwhile would be counted twice, or not at all. */
const readAll = async (db: MetricsDb): Promise<All> => {
  const { rows } = await sql<All>`
    select (select totals from metric_totals) as totals,
           coalesce(jsonb_agg(metrics order by id), '[]') as readings,
           coalesce(bool_or(${IS_SILENT}), false) as "hasSilent"
    from processes where metrics is not null and departed_at is null`.execute(db)
  return rows[0]!
}
