import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { DAY_MS, HOUR_MS } from '../platform/dates.ts'
import { isAre, ok, wrong, type Check } from './checks/check.ts'
import { HAS_BUSINESSES_SINCE } from './retention-gauges.ts'

/** How many rows went, or lost what names a person, by the table or by what it was. */
export type Removed = Record<string, number>

/** The job came to its end. */
export const recordRun = async (db: Db, removed: Removed, now: Date): Promise<void> => {
  await sql`
    insert into retention (finished_at, removed) values (${now}, ${JSON.stringify(removed)}::jsonb)
    on conflict (is_only) do update set finished_at = excluded.finished_at, removed = excluded.removed`.execute(
    db,
  )
}

/** It came to no end: when it last did stays, so that `doctor` and the alert see how long ago that is. */
export const recordUnfinished = async (db: Db, removed: Removed): Promise<void> => {
  await sql`update retention set removed = ${JSON.stringify(removed)}::jsonb`.execute(db)
}

/** It runs once a day, and may take hours where much is old. */
const BEHIND_MS = 2 * DAY_MS

/** Whether what names people is removed when its time has come. */
export const checkRetention = async (db: Db, now: Date): Promise<Check> => {
  const { rows } = await sql<{ finishedAt: Date | null; removed: Removed | null; oldest: Date | null }>`
    select (select finished_at from retention) as "finishedAt", (select removed from retention) as removed,
           ${HAS_BUSINESSES_SINCE} as oldest`.execute(db)
  const { finishedAt, removed, oldest } = rows[0]!
  if (finishedAt === null && (oldest === null || isFresh(oldest, now)))
    return ok('retention', 'nothing is old enough to be removed yet')
  if (finishedAt === null || !isFresh(finishedAt, now))
    return wrong(
      'retention',
      `personal data is kept for too long: the job \`prune\` ${finishedAt === null ? 'has never come to its end' : `last came to its end at ${finishedAt.toISOString().slice(0, 16)}Z`}: the worker’s log says why`,
    )
  const { customers = 0, bodies = 0 } = removed ?? {}
  const hours = Math.round((now.getTime() - finishedAt.getTime()) / HOUR_MS)
  return ok(
    'retention',
    `kept ${isAre(hours, 'hour', 'hours')} ago: customers removed from ${isAre(customers, 'text', 'texts')}, the words of ${bodies}`,
  )
}

const isFresh = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < BEHIND_MS
