import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import {
  chooseCluster,
  clusterBelow,
  reachableBinaries,
  stopLeftover,
  type Cluster,
} from './embedded-cluster.ts'
import { postgresBinaries, type PostgresVersion } from './postgres-binaries.ts'
import { asPostgresUser, type Identity } from './postgres-user.ts'

export type EmbeddedPostgres = {
  url: string
  /** Kills with SIGKILL, for drills. */
  kill: () => void
  /** Starts again after a crash, on the same port and folder. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  pid: () => number | undefined
}

type Options = {
  settings?: Record<string, string>
  version?: PostgresVersion
  onExit?: () => void
  /** The data folder of one that has ended, of which a first start takes a copy: quicker than to make one. */
  prepared?: string | undefined
}

export type ChosenPostgres = {
  /** Where it answers once it is started. */
  url: string
  start: () => Promise<EmbeddedPostgres>
}

/** A real PostgreSQL below `dataDir`, made on the first start. */
export const startEmbeddedPostgres = async (dataDir: string, options?: Options): Promise<EmbeddedPostgres> =>
  (await chooseEmbeddedPostgres(dataDir, options)).start()

/**
 * The same, whose URL others may be told before it is there. As root it runs as the user `postgres`, because PostgreSQL
 * refuses root. A server left behind by a killed parent is stopped first.
 */
export const chooseEmbeddedPostgres = async (
  dataDir: string,
  { settings = {}, version, onExit, prepared }: Options = {},
): Promise<ChosenPostgres> => {
  mkdirSync(dataDir, { recursive: true })
  const identity = await asPostgresUser()
  const cluster = await chooseCluster(dataDir, identity, prepared)
  const url = clusterUrl(cluster)
  const start = async (): Promise<EmbeddedPostgres> => {
    const binaries = reachableBinaries(await postgresBinaries(version), identity)
    cluster.make(binaries)
    const running = run(() => launch(join(binaries, 'postgres'), cluster, settings, identity), onExit)
    await running.start()
    await ensureDatabase(url)
    return { url, ...running, restart: () => stopLeftover(cluster.folder).then(running.start) }
  }
  return { url, start }
}

const run = (launchOnce: () => Promise<ChildProcess>, onExit?: () => void) => {
  let child: ChildProcess | undefined
  let stopping = false
  return {
    start: async (): Promise<void> => {
      child = await launchAgain(launchOnce)
      child.once('exit', () => {
        child = undefined
        if (!stopping) onExit?.()
      })
    },
    pid: () => child?.pid,
    kill: (): void => void child?.kill('SIGKILL'),
    stop: async (): Promise<void> => {
      stopping = true
      if (!child) return
      const gone = new Promise((done) => child!.once('exit', done))
      child.kill('SIGINT')
      await gone
    },
  }
}

/** The URL of the embedded cluster below `dataDir` if one was made there, whether or not it runs. */
export const embeddedUrl = (dataDir: string): string | undefined => {
  const cluster = clusterBelow(dataDir)
  return cluster && clusterUrl(cluster)
}

const clusterUrl = ({ port, password }: Cluster): string =>
  `postgres://goodword:${password}@127.0.0.1:${port}/goodword`

const ensureDatabase = async (url: string): Promise<void> => {
  const admin = new Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  try {
    const { rowCount } = await admin.query(`select from pg_database where datname = 'goodword'`)
    if (rowCount === 0) await admin.query('create database goodword')
  } finally {
    await admin.end()
  }
}

const DEFAULTS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A network that drops connections in silence leaves theirs open here for half a minute, beside the new ones.
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  // A young cluster fills each new file of its log with zeros: 16 MB and a flush, for which all commits wait 60 ms.
  wal_init_zero: 'off',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

const launch = (
  binary: string,
  { folder, port }: Cluster,
  settings: Record<string, string>,
  identity: Identity,
): Promise<ChildProcess> =>
  new Promise((done, fail) => {
    const flags = Object.entries({ ...DEFAULTS, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(binary, ['-D', folder, '-p', String(port), ...flags], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a process group of its own: Ctrl+C ends the processes that use the database first, and they end it.
      detached: true,
    })
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-4000)
      if (/ready to accept (read-only )?connections/.test(said)) done(child)
    })
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`PostgreSQL ended at its start (${code}): ${said}`)))
  })

/**
 * Backends of a killed server hold its shared memory until they notice, and PostgreSQL refuses to start beside them:
 * we wait for them. Its lock file is never removed while they may run, or two servers would write the same files.
 */
const launchAgain = async (start: () => Promise<ChildProcess>): Promise<ChildProcess> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (cause) {
      if (tries >= LAUNCHES) throw cause
      await pause(BETWEEN_LAUNCHES_MS)
    }
  }
}

const LAUNCHES = 40
const BETWEEN_LAUNCHES_MS = 250
