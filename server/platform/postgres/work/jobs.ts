import type { JobHelpers, TaskList } from 'graphile-worker'
import { sql, type Kysely } from 'kysely'
import { EventEmitter } from 'node:events'
import type { Log } from '../../process/log.ts'
import { BACKGROUND, createPool } from '../connections/pool.ts'
import { beforeConnecting, closeWhereTimedOut, trackLocks } from './job-locks.ts'
import { keepRunning } from './job-runner.ts'
import { queueLogger } from './queue-log.ts'
import { announceWorker } from './workers.ts'

/** `left`: how many tries it has left. Once `stopping` is aborted, the task begins nothing more. */
export type TaskRun = { left: number; stopping?: AbortSignal | undefined }

/** A job without tries left is never run again: a worker that is killed at the last ones must not end it. */
export const ENOUGH_TRIES = 5

/** One entry per task name; a task gets its payload and throws to be tried again later, if it has tries left. */
export type Tasks = Record<string, (payload: unknown, run?: TaskRun) => Promise<void>>

export type Jobs = {
  /** The other workers that live, as each of them sees it. */
  otherWorkers: () => string[]
  stop: () => Promise<void>
}

/**
 * Enqueues for later, inside the caller's transaction. With a `key`, a job of that key that has not begun is replaced,
 * so that a burst of causes makes one job.
 */
export const enqueue = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only the function enqueue_job is called
  trx: Kysely<any>,
  task: string,
  payload: Record<string, unknown>,
  options: { key?: string; queue?: string; runAt?: Date } = {},
): Promise<void> => {
  const { key = null, queue = null, runAt = null } = options
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}, false, ${queue})`.execute(
    trx,
  )
}

export type QueuedJob = {
  payload: Record<string, unknown>
  key: string
  queue: string
  runAt?: Date | undefined
}

/** So few that a statement ends long before its time limit. */
const MOST_AT_ONCE = 1_000

/** As `enqueue`, for many jobs of one task, a thousand a statement; the earlier run time of each is kept. */
export const enqueueMany = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  trx: Kysely<any>,
  task: string,
  jobs: QueuedJob[],
): Promise<void> => {
  for (let from = 0; from < jobs.length; from += MOST_AT_ONCE) {
    const some = jobs.slice(from, from + MOST_AT_ONCE)
    await sql`
      select enqueue_job(${task}, payload::json, key, run_at, true, queue)
      from unnest(${some.map(({ payload }) => JSON.stringify(payload))}::text[], ${some.map(({ key }) => key)}::text[],
                  ${some.map(({ runAt = null }) => runAt)}::timestamptz[],
                  ${some.map(({ queue }) => queue)}::text[]) as job (payload, key, run_at, queue)`.execute(
      trx,
    )
  }
}

export type RunJobsOptions = {
  // oxlint-disable-next-line typescript/no-explicit-any -- any database that has the tables processes and leases
  db: Kysely<any>
  /** Names this process among all, and is the holder of its leases. */
  id: string
  tasks: Tasks
  crontab: string
  concurrency: number
  log: Log
  /** The newest migration that this process knows. */
  knows?: number
  /** Between two looks for workers that ended. */
  lookMs?: number
  /** A job of this process that it does not know of is given back after so long. */
  lostAfterMs?: number
}

/** One listens; on the others go the queue's own statements, short ones, however many jobs run. */
const CONNECTIONS = 4
/** So long may one of them wait behind the others: a job that cannot be handed back ends the runner. */
const QUEUES_WAIT_MS = 15_000

/** Its own statements are short; the goodbye on a connection that is dead must not take the time to end well. */
const QUEUES_STATEMENT_MS = 5_000
const LOOK_FOR_LOST_MS = 10_000

/** Runs tasks from the queue until stopped, whatever becomes of the database meanwhile. */
export const runJobs = async (
  url: string,
  { db, id, tasks, crontab, concurrency, log, knows = 0, lookMs = 2_000, lostAfterMs }: RunJobsOptions,
): Promise<Jobs> => {
  // Not with this file: the api enqueues, and has no use for what runs jobs.
  const graphile = await import('graphile-worker')
  const { makeWorkerUtils, run } = graphile
  const logger = queueLogger(graphile, log)
  const pgPool = createPool(url, {
    max: CONNECTIONS,
    patience: { ...BACKGROUND, waitMs: QUEUES_WAIT_MS, statementMs: QUEUES_STATEMENT_MS },
    onError: (cause) => log.warn({ err: cause }, 'a database connection of the job queue was lost'),
  })
  pgPool.on('connect', closeWhereTimedOut)
  // Making them asks the database, which may be away.
  const openUtils = untilDone(() => makeWorkerUtils({ pgPool, logger }))
  const unlockRunners = async (ids: string[]) => (await openUtils()).forceUnlockWorkers(ids)
  const worker = announceWorker(db, {
    id,
    log,
    lookMs,
    knows,
    unlockJobs: (poolId) => unlockRunners([poolId]),
  })
  const events = new EventEmitter()
  const locks = trackLocks(events, pgPool)
  let announce: (() => Promise<void>) | undefined
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    announce = untilDone(() => worker.locksAs(workerPool.id))
  })
  // Taken before the others know whose it is, a job would stay locked if this process ended now.
  beforeConnecting(pgPool, async () => announce?.())
  const stopping = new AbortController()
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        await task(payload, { left: job.max_attempts - job.attempts, stopping: stopping.signal })
      },
    ]),
  )
  const options = {
    pgPool,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger,
    taskList,
    crontab,
    events,
  }
  const runner = await keepRunning({
    start: async () => {
      await pgPool.query(PUT_BACK_TICKS)
      return run({ ...options, preset: { worker: HANDED_BACK } })
    },
    unlock: () => locks.unlockAll(unlockRunners),
    log,
  })
  const looking = setInterval(
    () => {
      locks
        .unlockLost(lostAfterMs)
        .catch((cause: unknown) => log.warn({ err: cause }, 'could not look for lost jobs'))
    },
    Math.min(LOOK_FOR_LOST_MS, lostAfterMs ?? LOOK_FOR_LOST_MS),
  )
  looking.unref()

  return {
    otherWorkers: worker.others,
    stop: async () => {
      stopping.abort()
      worker.leave()
      clearInterval(looking)
      await runner.stop()
      await worker.end()
      await openUtils.ifDone((utils) => utils.release())
      await pgPool.end()
    },
  }
}

/** Of a worker whose clock was ahead: until the moment of such a tick no other would be taken. */
const PUT_BACK_TICKS = `
  update graphile_worker._private_known_crontabs set last_execution = now()
  where last_execution > now() + interval '1 minute'`

/** Once for all callers; tried anew by the next caller where it failed. */
const untilDone = <Out>(work: () => Promise<Out>) => {
  let done: Promise<Out> | undefined
  const once = (): Promise<Out> =>
    (done ??= work().catch((cause: unknown) => {
      done = undefined
      throw cause
    }))
  const ifDone = async (then: (out: Out) => unknown): Promise<void> => {
    await done?.then(then, () => undefined)
  }
  return Object.assign(once, { ifDone })
}

/**
 * Ends of jobs are written in batches, whose failure ends the runner in order. Written singly, a failure would be a
 * rejection that nothing handles, and end the process.
 */
const HANDED_BACK = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
