import type { ClientBase } from 'pg'

/**
 * Jobs by what they are made from. Who holds one is of the moment: it is taken again, and the try that was under way
 * does not count. A job may have run since; each can be done twice (docs/ARCHITECTURE.md, Waiting and waking).
 */
export const JOBS_TO_KEEP = `
  select t.identifier, j.payload, q.queue_name, j.key, j.run_at,
         case when j.locked_at is null then j.attempts else greatest(j.attempts - 1, 0) end as attempts,
         j.max_attempts, j.priority, j.last_error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

const COLUMNS = 'task, payload, queue, key, run_at, attempts, max_attempts, priority, last_error'

/** Where they are loaded; it goes with the transaction. */
export const makeTableForJobs = (client: ClientBase): Promise<unknown> =>
  client.query(`
    create temporary table loaded_jobs (
      number bigint generated always as identity, task text, payload json, queue text, key text, run_at timestamptz,
      attempts smallint, max_attempts smallint, priority smallint, last_error text, job_id bigint
    ) on commit drop`)

export const TABLE_FOR_JOBS = `pg_temp.loaded_jobs (${COLUMNS})`
export const LOADED_JOBS = `(select ${COLUMNS} from loaded_jobs order by number)`

/** With the tries that each has used, so that one that is dead is not begun anew. */
export const addLoadedJobs = async (client: ClientBase): Promise<void> => {
  await client.query(`
    update loaded_jobs
    set job_id = (graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
                    max_attempts => max_attempts, job_key => key, priority => priority)).id`)
  await client.query(`
    update graphile_worker._private_jobs j
    set attempts = l.attempts, last_error = l.last_error
    from loaded_jobs l where l.job_id = j.id`)
}
