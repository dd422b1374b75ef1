import { Logger, makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import type { Log } from '../process/log.ts'

/** One entry per task name; a task gets its payload and throws to be tried again later. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>

export type Jobs = { stop: () => Promise<void>; ended: Promise<void> }

/**
 * Enqueues for later, inside the caller's transaction. With a `key`, a job of that key that has not begun is
 * replaced (its run time kept if earlier, when `keepEarlier`), so that a burst of causes makes one job.
 */
export const enqueue = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only the function enqueue_job is called
  trx: Kysely<any>,
  task: string,
  payload: Record<string, unknown>,
  options: { key?: string; runAt?: Date; keepEarlier?: boolean } = {},
): Promise<void> => {
  const { key = null, runAt = null, keepEarlier = false } = options
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}, ${keepEarlier})`.execute(
    trx,
  )
}

/** `id` names this process among all, and is the holder of its leases. */
type RunOptions = { id: string; tasks: Tasks; crontab: string; concurrency: number; log: Log }

/**
 * Runs tasks from the queue until stopped. `ended` rejects when the queue itself fails: then the process should end.
 */
export const runJobs = async (
  url: string,
  { id, tasks, crontab, concurrency, log }: RunOptions,
): Promise<Jobs> => {
  const life = await announceLife(url, { id, log })
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  )
  const runner = await run({
    connectionString: url,
    concurrency,
    maxPoolSize: concurrency + 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: jobsLogger(log),
    taskList,
    crontab,
    events: life.events,
  })
  const ended = runner.promise.finally(() => life.end())
  ended.catch(() => undefined)
  return { ended, stop: () => runner.stop() }
}

/**
 * A worker holds a session lock for as long as it lives. Every few seconds each worker looks for others whose lock
 * is free, which means that they died, or who have been silent for too long (stopped, or on a host that vanished),
 * gives their jobs back to the queue and frees their leases.
 */
const announceLife = async (url: string, { id, log }: { id: string; log: Log }) => {
  const { EventEmitter } = await import('node:events')
  const events = new EventEmitter()
  let client: Client | undefined
  let poolId: string | undefined
  let stopped = false
  let looking: Promise<void> | undefined
  const utils = await makeWorkerUtils({ connectionString: url, logger: jobsLogger(log) })

  const connect = async (): Promise<Client> => {
    const fresh = new Client({ connectionString: url, keepAlive: true })
    fresh.on('error', () => (client = undefined))
    await fresh.connect()
    // Nobody sees our row before we hold its lock: without it we would look dead.
    await fresh.query('begin')
    const { rows } = await fresh.query<{ lock_key: number }>(
      `insert into processes (id, kind, pool_id) values ($1, 'worker', $2)
       on conflict (id) do update set pool_id = excluded.pool_id, seen_at = now() returning lock_key`,
      [id, poolId],
    )
    await fresh.query('select pg_advisory_lock($1, $2)', [LIFE_LOCKS, rows[0]!.lock_key])
    await fresh.query('commit')
    return fresh
  }

  /** One look at a time: a second connection of ours would wait for ever for the lock that the first one holds. */
  const look = () => {
    looking ??= releaseDeadWorkers()
      .catch((cause: unknown) => log.warn({ err: cause }, 'could not look for dead workers'))
      .finally(() => (looking = undefined))
  }

  const releaseDeadWorkers = async () => {
    client ??= await connect()
    const { rowCount } = await client.query('update processes set seen_at = now() where id = $1', [id])
    // We were stopped for so long that another took us for dead.
    if (rowCount === 0) {
      await client.end()
      client = await connect()
    }
    const { rows } = await client.query<Other>(
      `select id, pool_id, lock_key, seen_at < now() - ${SILENT_AFTER} as "isSilent"
       from processes where kind = 'worker' and metrics is null and id <> $1`,
      [id],
    )
    for (const other of rows) {
      const got = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
        LIFE_LOCKS,
        other.lock_key,
      ])
      if (!got.rows[0]!.free && !other.isSilent) continue
      if (other.pool_id) await utils.forceUnlockWorkers([other.pool_id])
      await client.query('delete from leases where holder = $1', [other.id])
      await client.query('delete from processes where id = $1', [other.id])
      if (got.rows[0]!.free)
        await client.query('select pg_advisory_unlock($1, $2)', [LIFE_LOCKS, other.lock_key])
      log.warn({ worker: other.id }, 'a worker died or was stopped: its jobs go to the others')
    }
  }

  const tick = setInterval(look, BURIAL_MS)
  tick.unref()

  events.on('pool:create', async ({ workerPool }: { workerPool: { id: string } }) => {
    poolId = workerPool.id
    await looking
    await client?.end().catch(() => undefined)
    client = undefined
    look()
  })

  return {
    events,
    end: async () => {
      if (stopped) return
      stopped = true
      clearInterval(tick)
      await looking
      await client?.query('delete from processes where id = $1', [id]).catch(() => undefined)
      await client?.end().catch(() => undefined)
      await utils.release()
    },
  }
}

type Other = { id: string; pool_id: string | null; lock_key: number; isSilent: boolean }

const SILENT_AFTER = "interval '30 seconds'"

/** The first half of the advisory lock that a living worker holds; its lock_key is the other. */
export const LIFE_LOCKS = 71_502
const BURIAL_MS = 2_000

/** The queue's own words: its chatter at debug, its troubles as they are, never a payload. */
const jobsLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message })
    else if (level === 'warning') log.warn({ queue: message })
    else log.trace({ queue: message })
  })
