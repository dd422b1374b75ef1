import type { Env } from '../platform/process/env.ts'
import type { Removed } from './retention-run.ts'

/** What is partitioned by time, and which setting says for how many days it is kept. */
const KEPT_BY = {
  xero_events: 'KEEP_EVENTS_DAYS',
  sms_callbacks: 'KEEP_CALLBACKS_DAYS',
  link_visits: 'KEEP_VISITS_DAYS',
} as const

export type Partitioned = keyof typeof KEPT_BY
export type KeepPartitioned = Pick<Env, (typeof KEPT_BY)[Partitioned]>

export const PARTITIONED = Object.keys(KEPT_BY) as Partitioned[]

export type Outcome = { removed: Removed; failed: unknown[] }

/** Does the same for each table, and counts what went; what keeps one table from it keeps no other. */
export const ofEachPartitioned = async (
  keep: KeepPartitioned,
  work: (table: Partitioned, days: number, gone: (rows: number) => void) => Promise<void>,
): Promise<Outcome> => {
  const removed: Record<Partitioned, number> = { xero_events: 0, sms_callbacks: 0, link_visits: 0 }
  const failed: unknown[] = []
  for (const table of PARTITIONED)
    try {
      await work(table, keep[KEPT_BY[table]], (rows) => void (removed[table] += rows))
    } catch (cause) {
      failed.push(cause)
    }
  return { removed, failed }
}

export const throwFailed = (failed: unknown[]): void => {
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, 'partitions')
}
