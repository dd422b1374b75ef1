import { setTimeout as pause } from 'node:timers/promises'
import { seedBusinesses } from '../../../bench/rig/goodword-command.ts'
import type { ProductProcess } from '../../../bench/rig/product-process.ts'
import { startRig } from '../../../bench/rig/rig.ts'
import { freePort } from '../../support/free-port.ts'
import { openDrainingProxy } from './draining-proxy.ts'
import type { Tree } from './trees.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

const BUSINESSES = 50
const FUNDS_CENTS = 1_000_000
/** Long enough for the proxy to see it. */
const DRAIN_SECONDS = '2'
const LONGEST_END_MS = 30_000

type Place = { kind: 'api' | 'worker'; name: string; port: number; process: ProductProcess; isNew: boolean }

/** Two apis behind a proxy and two workers of the old version, on a database that it made. */
export const openStage = async (old: Tree, { keep }: { keep: boolean }) => {
  const rig = await startRig({ keep, migratedBy: old.folder })
  const ports = [await freePort(), await freePort()]
  const businesses = await seedBusinesses(
    rig.settings,
    { businesses: BUSINESSES, fundsCents: FUNDS_CENTS },
    old.folder,
  )
  const start = async (tree: Tree, kind: Place['kind'], name: string, port: number) => {
    const settings = { PORT: String(port), DRAIN_SECONDS }
    const process = rig.addProcess(`${tree.folder}/server/${kind}.ts`, name, { settings })
    await process.start()
    return process
  }
  const places: Place[] = []
  for (const nth of [0, 1])
    for (const kind of ['api', 'worker'] as const) {
      const name = `${kind}-${nth + 1}`
      const port = ports[nth]!
      places.push({ kind, name, port, process: await start(old, kind, name, port), isNew: false })
    }
  const proxy = await openDrainingProxy(rig.port, ports)

  const untilReady = async (port: number, isReady: boolean): Promise<void> => {
    while (proxy.isReady(port) !== isReady) await pause(20)
  }
  for (const port of ports) await untilReady(port, true)

  return {
    rig,
    proxy,
    places,
    businesses,
    /** Asks one to end, as a supervisor does, and starts the given version in its place; how it ended. */
    replace: async (place: Place, tree: Tree): Promise<string> => {
      const isApi = place.kind === 'api'
      if (isApi && !place.isNew) {
        proxy.takeOut(place.port, true)
        await pause(500)
      }
      const askedAt = performance.now()
      place.process.signal('SIGTERM')
      while (place.process.isRunning() && performance.now() - askedAt < LONGEST_END_MS) await pause(10)
      const seconds = ((performance.now() - askedAt) / 1000).toFixed(1)
      if (place.process.isRunning()) await place.process.kill()
      const how = `${place.name} ended with ${place.process.lastEnd()} after ${seconds} s`
      if (isApi) await untilReady(place.port, false)
      place.process = await start(tree, place.kind, `${place.name}-new`, place.port)
      place.isNew = true
      if (isApi) {
        proxy.takeOut(place.port, false)
        await untilReady(place.port, true)
      }
      return how
    },
    close: async () => {
      proxy.close()
      await Promise.all(places.map(({ process }) => process.kill()))
      await rig.stop()
      if (keep) console.error(`Kept: ${rig.dataDir}`)
    },
  }
}
