import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  chooseEmbeddedPostgres,
  embeddedUrl,
  type ChosenPostgres,
  type EmbeddedPostgres,
} from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { BUILT, COMPILED, loadMore } from '../../server/platform/process/load-program.ts'
import { createLog, type Log } from '../../server/platform/process/log.ts'
import { closeOnExit, type Told } from '../../server/platform/process/process-life.ts'
import { endWithNpm } from './end-with-npm.ts'
import { hasDemo } from './has-demo.ts'
import { prepareDatabase } from './prepare-database.ts'
import { beginHistory, preparedCluster } from './prepared-cluster.ts'
import { supervise, type Supervised } from './supervise.ts'

const BEFORE_RESTART_MS = 5_000
const ROOT = join(import.meta.dirname, '../..')

export type Programs = Record<'sandbox' | 'worker' | 'api', string>

/** What `npm run dev` does otherwise than `npm start`. */
export type StartOptions = {
  programs: Programs
  /** Worker and api run what was built of them. */
  isBuilt?: boolean
  /** Node's own arguments for sandbox, worker and api. */
  execArgv?: string[]
  settings?: Record<string, string>
  /** Settings of the api alone. */
  apiSettings?: Record<string, string>
  /** Programs that run beside them, by name. */
  beside?: Record<string, string>
}

/** Database, sandbox, worker and api, until this process ends. True when the database is our own. */
export const startProduct = async (env: Env, options: StartOptions): Promise<boolean> => {
  const log = createLog('start', env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL)
  const children: Supervised[] = []
  let starting: Promise<EmbeddedPostgres> | undefined
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()))
    // It would outlive this process, also where it is only starting.
    const postgres = await starting?.catch(() => undefined)
    await postgres?.stop()
  }
  closeOnExit(log, close)
  endWithNpm()
  const isFirst = !env.DATABASE_URL && embeddedUrl(env.DATA_DIR) === undefined
  const ours = env.DATABASE_URL ? undefined : await chooseDatabase(env, log)
  const databaseUrl = env.DATABASE_URL ?? ours!.url
  const prepare = async (): Promise<void> => {
    starting = ours?.start()
    await starting
    await prepareDatabase(databaseUrl, env.MIGRATE_DATABASE_URL, log)
    if (ours) await beginHistory(databaseUrl)
  }
  const running = { ...options, databaseUrl, isFirst, prepare, children, log }
  await startProcesses(env, running).catch(async (cause: unknown) => {
    await close()
    throw cause
  })
  return ours !== undefined
}

type Own = {
  args?: string[] | undefined
  own?: Record<string, string> | undefined
  told?: Record<Told, Promise<unknown>> | undefined
}
type Running = StartOptions & {
  databaseUrl: string
  isFirst: boolean
  prepare: () => Promise<void>
  children: Supervised[]
  log: Log
}

/**
 * The sandbox starts beside the database, and worker and api load their code meanwhile. Neither meets a demo that is
 * half made; where it was made before, the api does not wait for the sandbox.
 */
const startProcesses = async (env: Env, options: Running): Promise<void> => {
  const {
    programs,
    isBuilt,
    databaseUrl,
    isFirst,
    prepare,
    children,
    log,
    execArgv = [],
    beside = {},
  } = options
  const isSandbox = env.GOODWORD_MODE === 'sandbox'
  const settings = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL,
    ...options.settings,
  }
  const run = async (name: string, file: string, { args = [], own = {}, told }: Own = {}) => {
    const all = { ...settings, ...own }
    children.push(
      await supervise({ name, file: resolve(ROOT, file), args, settings: all, log, execArgv, told }),
    )
  }
  const prepared = prepare()
  const sandbox = isSandbox ? run('sandbox', programs.sandbox) : undefined
  const isMade = prepared.then(() => !isSandbox || hasDemo(databaseUrl))
  const seeded = seedOnce(
    { ...env, DATABASE_URL: databaseUrl },
    { sandbox, isMade, isFirst: isFirst && isSandbox },
  )
  // Node does not hand on its own options to a process that it watches.
  const isHeld = execArgv.length === 0
  if (!isHeld) await seeded
  const runOurs = (name: 'worker' | 'api', serve: Promise<unknown>, own = {}) =>
    run(name, programs[name], {
      args: isBuilt ? [BUILT] : [],
      // From its beginning: turning even one file into JavaScript anew takes a tenth of a second.
      own: { ...own, ...(isBuilt && { NODE_COMPILE_CACHE: COMPILED }) },
      told: isHeld ? { prepare: prepared, serve } : undefined,
    })
  await Promise.all([
    seeded,
    runOurs('worker', seeded),
    runOurs(
      'api',
      isMade.then((is) => (is ? undefined : seeded)),
      options.apiSettings,
    ),
  ])
  for (const [name, file] of Object.entries(beside)) await run(name, file)
}

type Seeding = {
  sandbox: Promise<void> | undefined
  /** Or not wanted. */
  isMade: Promise<boolean>
  isFirst: boolean
}

/** `env` names a database that is there once `isMade` is known. */
const seedOnce = async (env: Env, { sandbox, isMade, isFirst }: Seeding): Promise<void> => {
  // Half of the product, which later starts need not load here; the first has time for it before its database is up.
  const load = () => loadMore(() => import('./seed-demo.ts'))
  const [isThere] = await Promise.all([isMade, sandbox, isFirst ? load() : undefined])
  if (isThere) return
  const { seedDemo } = await load()
  await seedDemo(env, env.DATABASE_URL!)
}

/** Our own PostgreSQL: when it ends it is started again, on the same port. */
const chooseDatabase = async (env: Env, log: Log): Promise<ChosenPostgres> => {
  let postgres: EmbeddedPostgres | undefined
  const onExit = () => {
    log.error('PostgreSQL ended: starting it again')
    postgres?.restart().catch(async (cause: unknown) => {
      log.error({ err: cause }, 'PostgreSQL could not be started again: trying once more')
      await pause(BEFORE_RESTART_MS)
      onExit()
    })
  }
  const { url, start } = await chooseEmbeddedPostgres(env.DATA_DIR, { onExit, prepared: preparedCluster() })
  return { url, start: async () => (postgres = await start()) }
}
