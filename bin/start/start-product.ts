import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { createLog, type Log } from '../../server/platform/process/log.ts'
import { closeOnExit } from '../../server/platform/process/process-life.ts'
import { endWithNpm } from './end-with-npm.ts'
import { prepareDatabase } from './prepare-database.ts'
import { seedDemo } from './seed-demo.ts'
import { supervise, type Supervised } from './supervise.ts'

const BEFORE_RESTART_MS = 5_000
const ROOT = join(import.meta.dirname, '../..')

/** What `npm run dev` does otherwise than `npm start`. */
export type StartOptions = {
  /** Node's own arguments for sandbox, worker and api. */
  execArgv?: string[]
  settings?: Record<string, string>
  /** Settings of the api alone. */
  apiSettings?: Record<string, string>
  /** Programs that run beside them, by name. */
  beside?: Record<string, string>
}

/** Database, sandbox, worker and api, until this process ends. True when the database is our own. */
export const startProduct = async (env: Env, options: StartOptions = {}): Promise<boolean> => {
  const log = createLog('start', env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL)
  const postgres = env.DATABASE_URL ? undefined : await startDatabase(env, log)
  const children: Supervised[] = []
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()))
    await postgres?.stop()
  }
  closeOnExit(log, close)
  endWithNpm()
  await startProcesses(env, {
    ...options,
    databaseUrl: env.DATABASE_URL ?? postgres!.url,
    children,
    log,
  }).catch(async (cause: unknown) => {
    await close()
    throw cause
  })
  return postgres !== undefined
}

type Running = StartOptions & { databaseUrl: string; children: Supervised[]; log: Log }

const startProcesses = async (env: Env, options: Running): Promise<void> => {
  const { databaseUrl, children, log, execArgv = [], beside = {} } = options
  await prepareDatabase(databaseUrl, env.MIGRATE_DATABASE_URL, log)

  const settings = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL,
    ...options.settings,
  }
  const run = async (name: string, file: string, own: Record<string, string> = {}) => {
    const all = { ...settings, ...own }
    children.push(await supervise({ name, file: join(ROOT, file), settings: all, log, execArgv }))
  }
  if (env.GOODWORD_MODE === 'sandbox' && existsSync(join(ROOT, 'sandbox/main.ts')))
    await run('sandbox', 'sandbox/main.ts')
  if (env.GOODWORD_MODE === 'sandbox') await seedDemo(env, databaseUrl)
  await run('worker', 'server/worker.ts')
  await run('api', 'server/api.ts', options.apiSettings)
  for (const [name, file] of Object.entries(beside))
    children.push(await supervise({ name, file: join(ROOT, file), settings, log }))
}

/** Our own PostgreSQL: when it ends it is started again, on the same port. */
const startDatabase = async (env: Env, log: Log): Promise<EmbeddedPostgres> => {
  let postgres: EmbeddedPostgres | undefined
  const onExit = () => {
    log.error('PostgreSQL ended: starting it again')
    postgres?.restart().catch(async (cause: unknown) => {
      log.error({ err: cause }, 'PostgreSQL could not be started again: trying once more')
      await pause(BEFORE_RESTART_MS)
      onExit()
    })
  }
  postgres = await startEmbeddedPostgres(env.DATA_DIR, { onExit })
  return postgres
}
