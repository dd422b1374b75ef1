import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SCHEMA_FOLDER } from '../server/database/schema-folder.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../server/platform/postgres/embedded-postgres.ts'
import { EnvError, readEnv, type Env } from '../server/platform/process/env.ts'
import { createLog, type Log } from '../server/platform/process/log.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { closeOnExit } from '../server/platform/process/process-life.ts'
import { ensureWebBuilt } from './build-web.ts'
import { claimFolder } from './claim-folder.ts'
import { endWithNpm } from './end-with-npm.ts'
import { refuseTakenPorts } from './refuse-taken-ports.ts'
import { seedDemo } from './seed-demo.ts'
import { supervise, type Supervised } from './supervise.ts'
import { welcome } from './welcome.ts'

const ROOT = join(import.meta.dirname, '..')

/** The whole product on one machine: database, api, worker and, in sandbox mode, everyone else. */
const start = async () => {
  const env = readEnv()
  await claimFolder(env.DATA_DIR)
  await refuseTakenPorts(env)
  const log = createLog('start', env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL)
  console.log('Starting Goodword …')
  if (await ensureWebBuilt()) console.log('Built the screens.')
  const postgres = env.DATABASE_URL ? undefined : await startDatabase(env)
  const children: Supervised[] = []
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()))
    await postgres?.stop()
  }
  closeOnExit(log, close)
  endWithNpm()
  await startProcesses(env, { databaseUrl: env.DATABASE_URL ?? postgres!.url, children, log }).catch(
    async (cause: unknown) => {
      await close()
      throw cause
    },
  )
  console.log(welcome(env, postgres ? env.DATA_DIR : undefined))
}

type Running = { databaseUrl: string; children: Supervised[]; log: Log }

const startProcesses = async (env: Env, { databaseUrl, children, log }: Running): Promise<void> => {
  await migrate(databaseUrl, SCHEMA_FOLDER)

  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL }
  const run = async (name: string, file: string) => {
    children.push(await supervise({ name, file: join(ROOT, file), settings, log }))
  }
  if (env.GOODWORD_MODE === 'sandbox' && existsSync(join(ROOT, 'sandbox/main.ts')))
    await run('sandbox', 'sandbox/main.ts')
  if (env.GOODWORD_MODE === 'sandbox') await seedDemo(env, databaseUrl)
  await run('worker', 'server/worker.ts')
  await run('api', 'server/api.ts')
}

/** Our own PostgreSQL; when somebody kills it, it is started again and everybody finds it on the same port. */
const startDatabase = async (env: Env): Promise<EmbeddedPostgres> => {
  let postgres: EmbeddedPostgres | undefined
  const onExit = () => {
    postgres?.restart().catch((cause: unknown) => {
      console.error('PostgreSQL ended and could not be started again:', cause)
      process.exit(1)
    })
  }
  postgres = await startEmbeddedPostgres(env.DATA_DIR, { onExit })
  return postgres
}

start().catch((cause: unknown) => {
  console.error(cause instanceof EnvError ? cause.message : cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
