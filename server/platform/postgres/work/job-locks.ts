import type { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'

const LOST_AFTER_MS = 30_000
/** Until the queue has certainly written down that a job ended. */
const WRITTEN_AFTER_MS = 10_000

type Job = { job: { id: string } }

/**
 * What this process has locked in the job queue. A statement that timed out here may still be carried out by a server
 * that was frozen: then a job, and the queue that it stands in, is locked by a runner that does not know of it.
 */
export const trackLocks = (events: EventEmitter, pool: Pool) => {
  const runners = new Set<string>()
  const active = new Set<string>()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => runners.add(workerPool.id))
  events.on('job:start', ({ job }: Job) => active.add(job.id))
  events.on('job:complete', ({ job }: Job) => {
    setTimeout(() => active.delete(job.id), WRITTEN_AFTER_MS).unref()
  })
  const isLost = `locked_by = any($1) and locked_at < now() - make_interval(secs => $2)`
  const unlock = async (ids: string[], afterMs: number, known: string[]): Promise<void> => {
    await pool.query(
      `with lost as (
         update graphile_worker._private_jobs set locked_at = null, locked_by = null
         where ${isLost} and id <> all($3::bigint[]) returning job_queue_id)
       update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
       where ${isLost} and exists (select from lost where lost.job_queue_id = q.id)`,
      [ids, afterMs / 1000, known],
    )
  }

  return {
    /** Of runners that have ended, all of it. */
    unlockAll: async (unlockRunners: (ids: string[]) => Promise<unknown>): Promise<void> => {
      const ended = [...runners]
      if (ended.length > 0) await unlockRunners(ended)
      for (const id of ended) runners.delete(id)
    },
    /** Of the one that runs, what it does not know of. */
    unlockLost: (afterMs = LOST_AFTER_MS): Promise<void> => unlock([...runners], afterMs, [...active]),
  }
}

/**
 * A connection of which an answer did not come in time is closed, so that the pool does not hand it out again: the
 * queue's own runner gives its connections back without a word of what became of them.
 */
export const closeWhereTimedOut = (client: PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const closing = (...args: unknown[]): unknown => {
    const answer = query(...args)
    if (answer instanceof Promise)
      answer.catch((cause: Error) => {
        if (cause.message === 'Query read timeout')
          (client as unknown as { end: () => Promise<void> }).end().catch(() => undefined)
      })
    return answer
  }
  client.query = closing as typeof client.query
}

/** The queue's own runner takes each connection by a promise, that of its first job too. */
export const beforeConnecting = (pool: Pool, work: () => Promise<void>): void => {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const later = (...args: unknown[]): unknown =>
    args.length > 0 ? connect(...args) : work().then(() => connect())
  pool.connect = later as typeof pool.connect
}
