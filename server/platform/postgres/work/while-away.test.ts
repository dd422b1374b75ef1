import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDb } from '../../../database/database.ts'
import { startMetrics } from '../../metrics/metrics.ts'
import { createLog } from '../../process/log.ts'
import { listenForWakes } from './wake.ts'
import { announceWorker } from './workers.ts'

/** In place of a database that is away: it hangs up at once, and counts the tries. */
let server: Server
let url: string
let tries = 0
beforeAll(async () => {
  server = createServer((socket) => {
    tries += 1
    socket.on('error', () => undefined).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/away`
})
afterAll(() => void server.close())

const OFTEN_MS = 20
type Start = (log: ReturnType<typeof createLog>) => () => Promise<unknown>

const withDb =
  (start: (db: ReturnType<typeof openDb>['db'], log: Parameters<Start>[0]) => () => unknown): Start =>
  (log) => {
    const { db, close } = openDb(url, { max: 1, onError: () => undefined })
    const stop = start(db, log)
    return async () => {
      await stop()
      await close()
    }
  }

const id = 'a-worker'
const STARTS: [string, Start][] = [
  ['who listens for wakes', (log) => listenForWakes(url, { onWake: () => undefined, log }).stop],
  [
    'who looks for workers that ended',
    withDb(
      (db, log) =>
        announceWorker(db, { id, log, lookMs: OFTEN_MS, knows: 1, unlockJobs: async () => undefined }).end,
    ),
  ],
  [
    'who shares metrics',
    withDb(
      (db, log) =>
        startMetrics(db, { id, kind: 'api', registry: new Registry(), log, shareMs: OFTEN_MS }).stop,
    ),
  ],
]

test.each(STARTS)('%s says once, and not at each try, that the database is away', async (_who, start) => {
  const log = createLog('test', 'silent')
  const warned = vi.spyOn(log, 'warn')
  tries = 0
  const stop = start(log)
  await expect.poll(() => tries).toBeGreaterThan(3)
  await stop()
  expect(warned).toHaveBeenCalledTimes(1)
})
