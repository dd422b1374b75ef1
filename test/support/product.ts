import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { Registry } from 'prom-client'
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts'
import { buildApp } from '../../server/wiring/app.ts'
import type { Db } from '../../server/database/database.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import type { Http } from '../../server/platform/http/http.ts'
import { openLeases } from '../../server/platform/postgres/work/leases.ts'
import { createProductMetrics } from '../../server/wiring/product-metrics.ts'
import { AT_LENGTH, type Patience } from '../../server/platform/postgres/connections/pool.ts'
import { dueKeys, runKey, type Work } from '../../server/platform/postgres/work/dispatcher.ts'
import { createWorkerTasks } from '../../server/wiring/worker-tasks.ts'
import { useDatabase } from './database.ts'
import { useDeclaredAnswers } from './declared-answers.ts'
import { freePort } from './free-port.ts'
import { startSandbox, vendorSettings } from './sandbox.ts'
import { PATIENT, UNLIMITED } from './patience.ts'

export type Product = {
  readonly url: string
  readonly databaseUrl: string
  readonly db: Db
  readonly parts: Parts
  readonly app: Http
  readonly sandbox: Sandbox
  /** The time, for the product and its stand-ins. */
  now: () => Date
  /** Moves the clock of all of them forward. */
  later: (ms: number) => void
  /** Stops it until the test ends, for what must not hang on how fast a machine is. It still moves by `later`. */
  stopClock: () => void
  /** One piece of a worker's work: `sync:` an organisation, and leave what is due to `send:` a business. */
  work: (key: string) => Promise<void>
  /** All that a worker's dispatcher is given. */
  allWork: () => Work[]
  /** A worker's rare work, by the name of its job. */
  job: (name: string, payload?: object, stopping?: AbortSignal) => Promise<void>
  /** One tick of a worker's clock and all that it wakes, until nothing is due. */
  tick: () => Promise<void>
  /** A second worker on the same database, with other parts where given. */
  otherWorker: (instead?: Partial<Parts>) => (key: string, stopping?: AbortSignal) => Promise<void>
  /** The readings whose name begins with `goodword_`, as `name{labels}` and value. */
  readings: () => Promise<Record<string, number>>
}

export type ProductOptions = {
  settings?: Record<string, string>
  sandbox?: Partial<SandboxOptions>
  parts?: Partial<Parts>
  /** Makes another login of the database, and returns its URL. */
  login?: (ownersUrl: string) => Promise<string>
  /** For tests of a database that does not answer: how soon that is noticed. */
  patience?: Partial<Patience>
}

/** The product's doors and a worker over a database of their own, between stand-ins of their own. */
export const useProduct = (options: ProductOptions = {}): Product => {
  const base = useDatabase()
  const watch = useDeclaredAnswers()
  const { clock, later, stopClock, goOn } = createClock()
  const closing: (() => Promise<unknown>)[] = []
  const running: Running[] = []

  beforeAll(async () => {
    const url = (await options.login?.(base.url)) ?? base.url
    running.push(await start(url, clock, options, closing, watch))
  })
  afterEach(() => {
    running[0]?.sandbox.faults.clear()
    goOn()
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  const now = (): Running => {
    const [first] = running
    if (!first) throw new Error('The product is there only inside a test.')
    return first
  }
  return {
    databaseUrl: base.url,
    get url() {
      return now().parts.publicUrl
    },
    get db() {
      return now().parts.db
    },
    get parts() {
      return now().parts
    },
    get app() {
      return now().app
    },
    get sandbox() {
      return now().sandbox
    },
    now: clock,
    later,
    stopClock,
    work: (key) => runKey(key.startsWith('sync:') ? now().decides : now().work, key),
    allWork: () => now().work,
    job: (name, payload = {}, stopping) => now().tasks[name]!(payload, { left: 1, stopping }),
    tick: () => tick(now()),
    otherWorker: (instead = {}) => {
      const others = { ...now().parts, ...instead }
      const { work, ended } = createWorkerTasks(others, leasesOf(others))
      return async (key, stopping) => {
        await runKey(work, key, stopping)
        await ended()
      }
    },
    readings: async () => readingsOf(now().registry),
  }
}

const createClock = () => {
  let aheadMs = 0
  let stoppedMs: number | undefined
  let stopped: { mockRestore: () => void } | undefined
  return {
    clock: () => new Date((stoppedMs ?? Date.now()) + aheadMs),
    later: (ms: number) => {
      aheadMs += ms
    },
    stopClock: () => {
      stoppedMs ??= Date.now()
      // A sync tells the time by what has elapsed since it read the clock: whether that is a millisecond is chance.
      stopped ??= vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    },
    goOn: () => {
      stopped?.mockRestore()
      stopped = undefined
      stoppedMs = undefined
    },
  }
}

/** Delivery reports come only where a test wants them. */
const NO_REPORTS = { queuedMs: 600_000, sentMs: 600_000, deliveredMs: 600_000 }

type Running = ReturnType<typeof createWorkerTasks> & {
  /** Of a worker that stood still a moment ago: it decides, and claims nothing. */
  decides: Work[]
  parts: Parts
  app: Http
  sandbox: Sandbox
  registry: Registry
}

const start = async (
  databaseUrl: string,
  clock: () => Date,
  { settings = {}, sandbox: wanted = {}, parts: instead = {}, patience = {} }: ProductOptions,
  closing: (() => Promise<unknown>)[],
  watch: (app: Http) => void,
): Promise<Running> => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const timing = { ...NO_REPORTS, ...wanted.timing }
  const sandbox = await startSandbox({ publicUrl, now: clock, ...wanted, timing })
  closing.push(() => sandbox.close())
  const env = readEnv({
    ...vendorSettings(sandbox),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const registry = new Registry()
  const opened = await openParts(env, 'api', 10, clock, { ...PATIENT, ...patience })
  const databaseNow = async () => clock()
  const sqlNow = () => sql<Date>`${clock()}::timestamptz`
  const parts = {
    ...opened,
    databaseNow,
    sqlNow,
    atLength: { ...AT_LENGTH, ...UNLIMITED },
    product: createProductMetrics(registry, opened.traces?.note),
    ...instead,
  }
  closing.push(() => opened.close())
  const app = await buildApp(parts)
  watch(app)
  await app.listen({ port, host: '127.0.0.1' })
  closing.push(() => app.close())
  const { work: decides } = createWorkerTasks({ ...parts, isRested: () => false }, leasesOf(parts))
  return { parts, app, sandbox, registry, decides, ...createWorkerTasks(parts, leasesOf(parts)) }
}

const leasesOf = ({ db, log }: Parts) => openLeases(db, { holder: crypto.randomUUID(), log })

/** A worker between the same stand-ins, on another database: as one that starts after a restore. */
export const workerOn = async (product: Product, databaseUrl: string) => {
  const { env } = product.parts
  const opened = await openParts({ ...env, DATABASE_URL: databaseUrl }, 'worker', 10, product.now, PATIENT)
  const databaseNow = async () => product.now()
  const sqlNow = () => sql<Date>`${product.now()}::timestamptz`
  const parts = { ...opened, databaseNow, sqlNow, product: createProductMetrics(new Registry()) }
  const { tasks, work, ended } = createWorkerTasks(parts, leasesOf(parts))
  return {
    db: opened.db,
    tick: () => tick({ parts, work, ended }),
    job: (name: string, payload: object = {}) => tasks[name]!(payload, { left: 1 }),
    close: () => opened.close(),
  }
}

const MOST_ROUNDS = 10
/** A millisecond more than a scan leaves to the wakes: PostgreSQL counts microseconds, and this clock cuts them off. */
const TICK_MS = 1_001

const tick = async ({ parts, work, ended }: Pick<Running, 'parts' | 'work' | 'ended'>): Promise<void> => {
  const { db, clock } = parts
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const keys = await dueKeys(db, work, new Date(clock().getTime() + TICK_MS))
    if (keys.length === 0) return
    for (const key of keys) await runKey(work, key)
    await ended()
  }
}

const readingsOf = async (registry: Registry): Promise<Record<string, number>> => {
  const readings: Record<string, number> = {}
  for (const { name, values } of await registry.getMetricsAsJSON()) {
    for (const { labels, value } of values) {
      const words = Object.entries(labels).map(([label, text]) => `${label}=${text}`)
      readings[words.length > 0 ? `${name.replace('goodword_', '')}{${words.join(',')}}` : name] = value
    }
  }
  return readings
}

/** The database as its owner, for what no code of ours may do. */
export const asOwner = async <Out>(url: string, work: (pool: Pool) => Promise<Out>): Promise<Out> => {
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
