import { openDb, type Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import { WAITING_EVENTS_DAYS } from '../platform/process/env-retention.ts'
import { AT_LENGTH } from '../platform/postgres/connections/pool.ts'
import {
  beginOf,
  dropEndedPartitions,
  makeNextPartition,
  openDefault,
  type Patience,
} from '../platform/postgres/schema/partitions.ts'
import type { Log } from '../platform/process/log.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import {
  ofEachPartitioned,
  PARTITIONED,
  throwFailed,
  type KeepPartitioned,
  type Outcome,
  type Partitioned,
} from './partitioned.ts'
import type { Removed } from './retention-run.ts'

type Deps = { databaseUrl: string; keep: KeepPartitioned; log: Pick<Log, 'info' | 'warn'> }
type TaskDeps = Deps & { databaseNow: () => Promise<Date>; recordRemoved: (removed: Removed) => void }

/** `renew-partitions` belongs on the clock once an hour. */
export const createPartitionTasks = (deps: TaskDeps): Tasks => ({
  'renew-partitions': async (_payload, run) => {
    const now = await deps.databaseNow()
    const { removed, failed } = await renewPartitions(deps, { now, stopping: run?.stopping })
    deps.recordRemoved(removed)
    if (Object.values(removed).some((rows) => rows > 0))
      deps.log.info({ removed }, 'partitions of what was kept for long enough are dropped')
    throwFailed(failed)
  },
})

/**
 * For the start of a worker: what a killed one has left keeps rows out once their time comes. Where a lock is not free,
 * the next hour sees to it.
 */
export const openDefaults = async ({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): Promise<void> => {
  for (const table of PARTITIONED)
    await openDefault(db, table, { until: 0 }).catch((cause: unknown) => {
      log.warn(
        { err: cause, table },
        'a default partition may be closed to rows to come: it could not be seen',
      )
    })
}

type Options = {
  now: Date
  /** For each table. A backup holds its locks for hours: the next hour comes soon enough. */
  patienceMs?: number
  stopping?: AbortSignal | undefined
}

const PATIENCE_MS = 60_000
/** From then on a partition that is not made soon is never made: its rows go to the default partition. */
const LATE_MS = 3 * DAY_MS

/** Makes the next partition of each table, and drops those of which all is old enough. */
export const renewPartitions = async (
  { databaseUrl, keep, log }: Deps,
  { now, patienceMs = PATIENCE_MS, stopping }: Options,
): Promise<Outcome> => {
  // To read a default partition through may take minutes.
  const onError = (cause: Error) => log.warn({ err: cause }, 'a database connection was lost')
  const { db, close } = openDb(databaseUrl, { max: 1, patience: AT_LENGTH, onError })
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)

  const make = async (table: Partitioned, patience: Patience) => {
    // What a killed process has left would keep rows out.
    if (!(await openDefault(db, table, patience)))
      return log.warn({ table }, 'a default partition is closed to rows to come, and could not be opened yet')
    const { isMade, begins } = await makeNextPartition(db, table, now, patience)
    if (!isMade && begins.getTime() < now.getTime() + LATE_MS)
      log.warn({ table, begins }, 'the next partition could not be made for days')
  }
  const drop = async (table: Partitioned, days: number, gone: (rows: number) => void, patience: Patience) => {
    const since = await beginOf(db, table, before(days))
    const kept = { since, waitingSince: before(WAITING_EVENTS_DAYS) }
    const { left } = await dropEndedPartitions(db, table, kept, gone, patience)
    if (left && left < before(days + 1))
      log.warn({ table, ended: left }, 'a partition could not be dropped for a day')
  }
  try {
    return await ofEachPartitioned(keep, async (table, days, gone) => {
      if (stopping?.aborted) return
      const patience = { until: performance.now() + patienceMs, stopping }
      try {
        await make(table, patience)
      } finally {
        await drop(table, days, gone, patience)
      }
    })
  } finally {
    await close()
  }
}
