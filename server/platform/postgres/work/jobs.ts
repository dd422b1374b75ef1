import { Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import { sql, type Kysely } from 'kysely'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../process/log.ts'
import { BACKGROUND, createPool } from '../connections/pool.ts'
import { announceWorker } from './workers.ts'

/** One entry per task name; a task gets its payload and throws to be tried again later. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>

export type Jobs = { stop: () => Promise<void> }

/**
 * Enqueues for later, inside the caller's transaction. With a `key`, a job of that key that has not begun is
 * replaced (its run time kept if earlier, when `keepEarlier`), so that a burst of causes makes one job.
 */
export const enqueue = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only the function enqueue_job is called
  trx: Kysely<any>,
  task: string,
  payload: Record<string, unknown>,
  options: { key?: string; queue?: string; runAt?: Date; keepEarlier?: boolean } = {},
): Promise<void> => {
  const { key = null, queue = null, runAt = null, keepEarlier = false } = options
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}, ${keepEarlier}, ${queue})`.execute(
    trx,
  )
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
  /** Between two looks for workers that ended. */
  lookMs?: number
}

const BEFORE_RESTART_MS = 1_000
/** Its own statements are short; the goodbye on a connection that is dead must not take the time to end well. */
const QUEUES_STATEMENT_MS = 5_000

/**
 * Runs tasks from the queue until stopped. The queue's own runner ends when it cannot hand a job back, as when the
 * database goes away for a while: then another is started.
 */
export const runJobs = async (
  url: string,
  { db, id, tasks, crontab, concurrency, log, lookMs = 2_000 }: RunJobsOptions,
): Promise<Jobs> => {
  const logger = jobsLogger(log)
  const pgPool = createPool(url, {
    max: concurrency + 2,
    patience: { ...BACKGROUND, statementMs: QUEUES_STATEMENT_MS },
    onError: (cause) => log.warn({ err: cause }, 'a database connection of the job queue was lost'),
  })
  const utils = await makeWorkerUtils({ pgPool, logger })
  const worker = announceWorker(db, {
    id,
    log,
    lookMs,
    unlockJobs: (poolId) => utils.forceUnlockWorkers([poolId]),
  })
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => worker.locksAs(workerPool.id))
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  )
  const start = (): Promise<Runner> =>
    run({ pgPool, concurrency, pollInterval: 1000, noHandleSignals: true, logger, taskList, crontab, events })

  let runner = await start()
  let stopping = false
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await runner.promise.catch((cause: unknown) => log.error({ err: cause }, 'the job queue failed'))
      if (stopping) return
      log.error('the job queue ended by itself: starting it again')
      await pause(BEFORE_RESTART_MS)
      runner = await startAgain(start, log)
    }
  }
  const kept = keepRunning()

  return {
    stop: async () => {
      stopping = true
      await runner
        .stop()
        .catch((cause: unknown) => log.warn({ err: cause }, 'the job queue had ended already'))
      await kept
      await worker.end()
      await utils.release()
      await pgPool.end()
    },
  }
}

const startAgain = async (start: () => Promise<Runner>, log: Log): Promise<Runner> => {
  for (;;) {
    try {
      return await start()
    } catch (cause) {
      log.error({ err: cause }, 'the job queue cannot be started yet')
      await pause(BEFORE_RESTART_MS)
    }
  }
}

/** The queue's own log lines: information at debug, warnings and errors at their level, never a payload. */
const jobsLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message })
    else if (level === 'warning') log.warn({ queue: message })
    else log.trace({ queue: message })
  })
