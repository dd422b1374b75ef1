import { constants, getPriority, setPriority } from 'node:os'
import { SCHEMA_FOLDER } from '../database/database.ts'
import { KNOWS } from '../database/known-schema.ts'
import { openDefaults } from '../operations/renew-partitions.ts'
import { openParts } from './parts.ts'
import { refuseUnreadIdentities } from './refuse-unread-identities.ts'
import { readEnv } from '../platform/process/env.ts'
import { runJobs } from '../platform/postgres/work/jobs.ts'
import { openLeases } from '../platform/postgres/work/leases.ts'
import { openBeat } from '../platform/process/health-file.ts'
import { productVersion } from '../platform/process/product-version.ts'
import { freeWhatStartingLeft } from '../platform/process/load-program.ts'
import { closeOnExit, endAtStart, sayReady, untilTold } from '../platform/process/process-life.ts'
import { countYoungTables } from '../platform/postgres/schema/count-young-tables.ts'
import { watchSchema } from '../platform/postgres/schema/watch-schema.ts'
import { startDispatcher } from '../platform/postgres/work/dispatcher.ts'
import { isOwnKey } from '../platform/postgres/work/own-keys.ts'
import { CRONTAB, JOBS_AT_ONCE } from './periodic-work.ts'
import { createWorkerTasks } from './worker-tasks.ts'

/** On a machine that they share, the doors and the database go first: a vendor waits for each of their answers. */
const NICER_BY = 4

const start = async () => {
  setPriority(Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW))
  const env = readEnv()
  await refuseUnreadIdentities(env)
  const parts = await openParts(env, 'worker', env.WORKER_CONCURRENCY + 4)
  const id = crypto.randomUUID()
  const leases = openLeases(parts.db, { holder: id, log: parts.log })
  const { tasks, work, ended } = createWorkerTasks(parts, leases)
  await untilTold('serve')
  const jobs = await runJobs(parts.databaseUrl, {
    db: parts.db,
    id,
    knows: KNOWS,
    tasks: parts.own.countRuns(tasks),
    crontab: CRONTAB,
    concurrency: JOBS_AT_ONCE,
    log: parts.log,
  })
  const dispatcher = startDispatcher({
    ...parts,
    url: parts.databaseUrl,
    work: [...work, countYoungTables(parts.db)],
    atOnce: env.WORKER_CONCURRENCY,
    beat: openBeat(env.HEALTH_FILE),
    isOwn: (key) => isOwnKey(key, id, jobs.otherWorkers()),
  })
  void openDefaults(parts)
  freeWhatStartingLeft()
  parts.log.info({ version: productVersion(), worker: id }, 'the worker has started')
  sayReady()
  const end = closeOnExit(parts.log, async () => {
    watching.stop()
    await Promise.all([dispatcher.stop(), jobs.stop()])
    await ended()
    await parts.close()
  })
  // Started again, it says so, until the newer version is there.
  const watching = watchSchema(parts.pool, SCHEMA_FOLDER, (why) => end(why, 1))
}

untilTold('prepare').then(start).catch(endAtStart)
