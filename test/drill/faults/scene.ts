import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'pg'
import { builtProgram } from '../../../bin/built-programs.ts'
import { freePort } from '../../support/free-port.ts'
import { seedBusinesses } from '../../../bench/rig/goodword-command.ts'
import { startRig, type RigPostgres } from '../../../bench/rig/rig.ts'
import { keepAlive } from '../keep-alive.ts'
import { keepDoubts } from './doubts.ts'
import type { Fault } from './fault.ts'
import { openOtherVendors } from './other-vendors.ts'
import { openTcpProxy } from './tcp-proxy.ts'

export const APIS = ['api-1', 'api-2'] as const
export const WORKERS = ['worker-1', 'worker-2'] as const
export type ProcessName = (typeof APIS)[number] | (typeof WORKERS)[number]

export type Scene = Awaited<ReturnType<typeof openScene>>

/** The drill's own sessions, which no fault ends. */
export const DRILL = 'goodword-drill'
/** No statement of the drill's own may wait for ever for what a fault has left locked. */
const DRILL_WAITS_MS = 20_000
const FUNDS_CENTS = 1_000_000

/**
 * Two apis and two workers, kept alive, on a PostgreSQL of their own that they reach by a proxy. The drill itself goes
 * past the proxy. Where they start late, there is no database yet.
 */
export const openScene = async (
  { businesses, keep = false, postgres }: { businesses: number; keep?: boolean; postgres?: RigPostgres },
  { clockShiftMs, withSandbox, startsLate, prepare }: Partial<Fault> = {},
) => {
  const undo: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  const at = { port: 0 }
  try {
    const vendors = withSandbox ? await openOtherVendors(() => `http://127.0.0.1:${at.port}`) : undefined
    undo.push(() => vendors?.close())
    const rig = await startRig({ keep, postgres, settings: vendors?.settings ?? {} })
    at.port = rig.port
    undo.push(() => rig.stop())
    if (prepare) undo.push(await prepare(rig))
    const seeded = await seedBusinesses(rig.settings, { businesses, fundsCents: FUNDS_CENTS })
    const direct = new URL(rig.postgres.url)
    const proxy = await openTcpProxy(() => Number(direct.port))
    undo.push(proxy.close)
    const admin = new Pool({
      connectionString: rig.postgres.adminUrl ?? rig.postgres.url,
      max: 2,
      application_name: DRILL,
      statement_timeout: DRILL_WAITS_MS,
    })
    admin.on('error', () => undefined)
    undo.push(() => admin.end())
    await keepDoubts(admin)

    const proxied = new URL(rig.postgres.url)
    proxied.port = String(proxy.port)
    const settings = { DATABASE_URL: String(proxied) }
    const ports = [rig.port, await freePort()]
    const shifted = {
      settings: { ...settings, DRILL_CLOCK_SHIFT_MS: String(clockShiftMs) },
      nodeFlags: ['--import', String(pathToFileURL(join(import.meta.dirname, 'shift-clock.ts')))],
    }
    const processes = {
      'api-1': rig.addProcess(builtProgram('api'), 'api-1', { settings }),
      'api-2': rig.addProcess(builtProgram('api'), 'api-2', {
        settings: { ...settings, PORT: String(ports[1]) },
      }),
      'worker-1': rig.addProcess(builtProgram('worker'), 'worker-1', { settings }),
      'worker-2': rig.addProcess(builtProgram('worker'), 'worker-2', clockShiftMs ? shifted : { settings }),
    }
    if (startsLate) await rig.postgres.stop()
    else await Promise.all(Object.values(processes).map((each) => each.start()))
    const alive = keepAlive(processes)
    undo.push(() => Promise.all(Object.values(processes).map((each) => each.kill())), alive.stop)
    return { rig, proxy, admin, ports, processes, alive, vendors, businesses: seeded, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
