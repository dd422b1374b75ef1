import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { ensureProgramsBuilt } from '../../bin/build-programs.ts'
import { builtProgram } from '../../bin/built-programs.ts'
import { atExit, onSignal } from './at-exit.ts'
import { freePort } from '../../test/support/free-port.ts'
import { goodword } from './goodword-command.ts'
import { productProcess, type ProductProcess } from './product-process.ts'
import { GATEWAY_TOKEN, productSettings } from './settings.ts'
import { startUpstream } from './upstream-client.ts'

export type Rig = Awaited<ReturnType<typeof startRig>>

/** `adminUrl`: where the product's own login may not do all that a drill does. */
export type RigPostgres = EmbeddedPostgres & { adminUrl?: string }

type Own = { settings?: Record<string, string>; nodeFlags?: string[] }

/**
 * PostgreSQL with its durable defaults, the migrated schema, the upstream stand-in, and the product's two processes,
 * made but not started. `stop` ends all of it, whatever still runs; so does a signal to this process.
 */
export const startRig = async ({
  settings: extra = {},
  postgresSettings = {},
  nodeFlags = [],
  profile = false,
  keep = false,
  postgres: given,
  migratedBy,
  programs = { api: builtProgram('api'), worker: builtProgram('worker') },
}: {
  settings?: Record<string, string>
  postgresSettings?: Record<string, string>
  nodeFlags?: string[]
  /** CPU profiles of the product's processes, written beside their logs when they end. */
  profile?: boolean
  keep?: boolean
  /** One that runs already; without it, an embedded one is started. */
  postgres?: RigPostgres | undefined
  /** The tree whose version makes the schema; without it, this one. */
  migratedBy?: string
  /** Built, as an installation has them; or their sources, where something takes the place of a package. */
  programs?: Record<'api' | 'worker', string>
} = {}) => {
  await ensureProgramsBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'goodword-bench-'))
  // The database's own user needs access to it; else the cluster would lie elsewhere and outlive the run.
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'logs'))
  const remove = (): void => {
    if (!keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  // At the exit as well: a command that a signal finds at work may write there until then.
  atExit(remove)
  const undo: (() => unknown)[] = [remove]
  const undoAll = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => (stopped ??= undoAll())
  /** A drill that is interrupted goes on meanwhile: what it started again would outlive it. */
  const unlessStopped =
    <Out>(start: () => Promise<Out>) =>
    (): Promise<Out> =>
      stopped ? Promise.reject(new Error('This rig has been stopped.')) : start()
  const opened = Promise.withResolvers<void>()
  // A database that is being started cannot be ended yet.
  undo.push(onSignal(() => opened.promise.then(stop)))

  try {
    const running: RigPostgres =
      given ?? (await startEmbeddedPostgres(dataDir, { settings: postgresSettings }))
    let restarted: Promise<unknown> = Promise.resolve()
    const restart = unlessStopped(() => {
      const again = running.restart()
      restarted = again.catch(() => undefined)
      return again
    })
    const postgres: RigPostgres = { ...running, restart }
    const pool = new Pool({ connectionString: postgres.adminUrl ?? postgres.url, max: 4 })
    pool.on('error', () => undefined)
    // The pool last: it would wait for each statement that is under way.
    undo.push(
      () => pool.end(),
      atExit(running.kill),
      () => running.stop(),
      () => restarted,
    )
    const upstream = await startUpstream(GATEWAY_TOKEN)
    undo.push(() => upstream.stop())
    const port = await freePort()
    const settings = {
      ...productSettings({ dataDir, databaseUrl: postgres.url, port, upstream: upstream.url }),
      ...extra,
    }
    const logs = join(dataDir, 'logs')
    const flags = profile ? [...nodeFlags, '--cpu-prof', `--cpu-prof-dir=${logs}`] : nodeFlags
    const made: ProductProcess[] = []
    /** Another process of the product, made and not started; its settings are laid over those of all. */
    const addProcess = (entry: string, name: string, { settings: own = {}, nodeFlags = [] }: Own = {}) => {
      const options = { logFile: join(logs, `${name}.log`), nodeFlags: [...flags, ...nodeFlags] }
      const child = productProcess(entry, { ...settings, ...own }, options)
      const added: ProductProcess = { ...child, start: unlessStopped(child.start) }
      made.push(added)
      return added
    }
    const api = addProcess(programs.api, 'api')
    const worker = addProcess(programs.worker, 'worker')
    undo.push(() => Promise.all(made.map((each) => each.stop())))

    const migrated = await goodword(settings, ['migrate'], migratedBy)
    if (migrated.code !== 0) throw new Error(`goodword migrate failed: ${migrated.stderr || migrated.stdout}`)
    return { dataDir, postgres, upstream, port, settings, api, worker, addProcess, pool, stop }
  } catch (cause) {
    await stop()
    throw cause
  } finally {
    opened.resolve()
  }
}

/** Starts api and worker and waits until both say that they are ready. */
export const startProduct = async ({ api, worker }: Rig): Promise<void> => {
  await Promise.all([api.start(), worker.start()])
}
