import { Logger, runOnce, type JobHelpers, type TaskList } from 'graphile-worker'
import { Client } from 'pg'
import type { Tasks } from '../../server/platform/postgres/work/jobs.ts'

const logger = new Logger(() => () => undefined)

/**
 * Runs every job that is due, and those that these make due. One run of the queue ends where the next job of a named
 * queue still finds the one before it, so it is repeated until none is due.
 */
export const runDueJobs = async (url: string, tasks: Tasks): Promise<void> => {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) => task(payload, { left: job.max_attempts - job.attempts }),
    ]),
  )
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    for (;;) {
      await runOnce({ connectionString: url, taskList, logger })
      const { rowCount } = await owner.query(
        `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where j.run_at <= now() and j.attempts < j.max_attempts and t.identifier = any($1)`,
        [Object.keys(tasks)],
      )
      if (rowCount === 0) return
    }
  } finally {
    await owner.end()
  }
}
