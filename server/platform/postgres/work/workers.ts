import { sql, type Kysely } from 'kysely'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Log } from '../../process/log.ts'
import { sayRarely } from '../../process/say-rarely.ts'
import { isRunning } from '../../process/is-running.ts'
import { SILENT_AFTER_S } from '../silent-after.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- any database that has the tables processes and leases
type Database = Kysely<any>

export type AnnouncedWorker = {
  /** The name under which this process locks jobs from now on; settled once the others can read it. May throw. */
  locksAs: (poolId: string) => Promise<void>
  /** Those that wrote their row since the last looks and begin new work: each sees the same, but for a moment. */
  others: () => string[]
  /** From now on it begins nothing, and ends what it has begun. */
  leave: () => void
  end: () => Promise<void>
}

type Options = {
  id: string
  log: Log
  lookMs: number
  /** The newest migration that this process knows. */
  knows: number
  unlockJobs: (poolId: string) => Promise<unknown>
}

/** A worker that did not write its row through so many looks of another has ended, was stopped, or lost its host. */
const SILENT_LOOKS = 6
/** One look may come just before the other's next writing. */
const LIVELY_LOOKS = 1
const SILENT_AFTER = sql.raw(`interval '${SILENT_AFTER_S} seconds'`)

/**
 * Writes every few seconds that this worker is at work, and gives the jobs and leases of those that no longer do to the
 * others. Silence is counted in looks of its own that reached the database, so neither a clock that is wrong nor a
 * database that was away makes a worker look ended.
 */
export const announceWorker = (
  db: Database,
  { id, log, lookMs, knows, unlockJobs }: Options,
): AnnouncedWorker => {
  const unchanged = new Map<string, { seenAt: number; looks: number }>()
  let poolId: string | null = null
  let lively: Other[] = []
  let isLeaving = false
  let looking: Promise<void> | undefined

  const hasEnded = ({ id: other, place, pid, seenAt }: Other): boolean => {
    if (place === PLACE && pid !== null && !isRunning(pid)) return true
    const known = unchanged.get(other)
    const looks = known?.seenAt === seenAt.getTime() ? known.looks + 1 : 0
    unchanged.set(other, { seenAt: seenAt.getTime(), looks })
    return looks >= SILENT_LOOKS
  }

  /** One after another, so that an earlier name is never written over a later one. */
  let written: Promise<unknown> = Promise.resolve()
  const write = (): Promise<unknown> => {
    written = written
      .catch(() => undefined)
      .then(() =>
        sql`
          insert into processes (id, kind, pool_id, place, pid, knows, departed_at)
          values (${id}, 'worker', ${poolId}, ${PLACE}, ${process.pid}, ${knows},
                  case when ${isLeaving}::boolean then clock_timestamp() end)
          on conflict (id) do update
          set pool_id = excluded.pool_id, seen_at = clock_timestamp(), departed_at = excluded.departed_at`.execute(
          db,
        ),
      )
    return written
  }

  const look = async (): Promise<void> => {
    await write()
    const { rows } = await sql<Other>`
      select id, pool_id as "poolId", place, pid, seen_at as "seenAt", departed_at is not null as "isLeaving"
      from processes where kind = 'worker' and metrics is null and id <> ${id}`.execute(db)
    const ended = rows.filter(hasEnded)
    const isLively = ({ id: other }: Other) => unchanged.get(other)!.looks <= LIVELY_LOOKS
    lively = rows.filter((other) => !other.isLeaving && !ended.includes(other) && isLively(other))
    for (const other of ended) {
      if (other.poolId) await unlockJobs(other.poolId)
      await sql`delete from leases where holder = ${other.id}`.execute(db)
      await sql`delete from processes where id = ${other.id}`.execute(db)
      unchanged.delete(other.id)
      log.warn({ worker: other.id }, 'a worker ended or was stopped: its jobs go to the others')
    }
  }

  const looks = sayRarely(log, 'could not look for workers that ended')
  const lookOnce = () => {
    looking ??= look()
      .then(looks.well, looks.failed)
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(lookOnce, lookMs)
  timer.unref()

  return {
    locksAs: async (name) => {
      poolId = name
      await write()
      lookOnce()
    },
    others: () => lively.map((other) => other.id),
    leave: () => {
      isLeaving = true
      write().catch((cause: unknown) => log.warn({ err: cause }, 'could not say that this worker ends'))
    },
    end: async () => {
      clearInterval(timer)
      await looking
      await written.catch(() => undefined)
      await sql`delete from processes where id = ${id}`.execute(db).catch(() => undefined)
    },
  }
}

type Other = {
  id: string
  poolId: string | null
  place: string | null
  pid: number | null
  seenAt: Date
  isLeaving: boolean
}

/** Workers that wrote their row lately, for the operator. */
export const countLivingWorkers = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ alive: number }>`${livingWorkers}`.execute(db)
  return rows[0]!.alive
}

/** Whether one of them runs where this process does. */
export const isWorkerHere = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`${livingWorkers} and place = ${PLACE} having count(*) > 0`.execute(db)
  return rows.length > 0
}

export const livingWorkers = sql`
  select count(*) as alive from processes
  where kind = 'worker' and metrics is null and seen_at > now() - ${SILENT_AFTER}`

/** Where a pid means one process: this start of this kernel, and of it this container. */
export const PLACE = (() => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
})()
