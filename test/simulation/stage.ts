import type { FastifyInstance } from 'fastify'
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { startDispatcher } from '../../server/platform/postgres/work/dispatcher.ts'
import { openLeases } from '../../server/platform/postgres/work/leases.ts'
import type { Tasks } from '../../server/platform/postgres/work/jobs.ts'
import { buildApp } from '../../server/wiring/app.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { createWorkerTasks } from '../../server/wiring/worker-tasks.ts'
import type { Http } from '../../server/platform/http/http.ts'
import type { Cast, Engine } from './engine/engine.ts'
import type { Armed } from './engine/points.ts'
import type { Actor } from './engine/schedule.ts'
import type { Door, Exchange, Reply } from './engine/traffic.ts'
import { productEnv, PUBLIC_URL, VENDOR_KEYS } from './settings.ts'

export type Worker = { actor: Actor; tasks?: Tasks }

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Between the death of a process and its next start, in milliseconds. */
const RESTART_MS = 2_000
/** Reports on a text: so long after it was taken. */
const TIMING = { gatherMs: 60, queuedMs: 80, sentMs: 350, deliveredMs: 1_200, laterMs: 8_000 }

/**
 * The product's processes between the vendors' stand-ins: an api and workers of the real code, which can be killed,
 * stopped and started again.
 */
export const openStage = async (engine: Engine, databaseUrl: string) => {
  const { schedule, network, traffic, history } = engine
  const env = productEnv(databaseUrl)
  const apiActor: Actor = { name: 'api', skewMs: 0, isAlive: true, stoppedUntil: 0 }
  let apiAwayUntil = 0
  let api: { parts: Parts; app: Http } | undefined
  let sandbox: Sandbox | undefined
  let vendors: FastifyInstance | undefined
  let workers: Worker[] = []
  let births = 0
  let heard: Pick<Cast, 'written' | 'answered'> = { written: () => undefined, answered: () => undefined }

  const startWorker = (place: number, skewMs: number): void => {
    births += 1
    const actor: Actor = { name: `worker-${place}.${births}`, skewMs, isAlive: true, stoppedUntil: 0 }
    const worker: Worker = { actor }
    workers[place] = worker
    history.note(`${actor.name} starts, its clock ${skewMs} ms ahead`)
    schedule.as(actor, () => void runWorker(worker))
  }
  const runWorker = async (worker: Worker): Promise<void> => {
    const parts = await openParts(env, 'worker', env.WORKER_CONCURRENCY + 4)
    parts.metrics?.stop()
    const leases = openLeases(parts.db, { holder: crypto.randomUUID(), log: parts.log })
    const { tasks, work } = createWorkerTasks(parts, leases)
    startDispatcher({ ...parts, url: parts.databaseUrl, work, atOnce: env.WORKER_CONCURRENCY })
    worker.tasks = tasks
  }

  const kill = (actor: Actor): void => {
    history.note(`${actor.name} is killed`)
    if (actor === apiActor) {
      for (const socket of network.sockets) if (socket.actor === apiActor) network.cut(socket, true)
      traffic.hangUp()
      apiAwayUntil = schedule.now() + RESTART_MS * 1000
      return
    }
    const place = workers.findIndex((one) => one?.actor === actor)
    if (place < 0 || !actor.isAlive) return
    actor.isAlive = false
    network.loseAllOf(actor)
    schedule.after(RESTART_MS, schedule.world, () => startWorker(place, actor.skewMs))
  }
  const stop = (actor: Actor, ms: number): void => {
    history.note(`${actor.name} stands still for ${ms} ms`)
    actor.stoppedUntil = Math.max(actor.stoppedUntil, schedule.now() + ms * 1000)
  }
  const strike = (actor: Actor, { fate, forMs }: Armed): void => {
    if (actor === schedule.world) return
    if (fate.startsWith('die')) kill(actor)
    if (fate.startsWith('stop')) stop(actor, forMs)
  }

  const openApi = async () => {
    const parts = await openParts(env, 'api', 8)
    parts.metrics?.stop()
    return { parts, app: await buildApp(parts) }
  }

  const door: Door = (asked) => inject(api!.app as unknown as FastifyInstance, asked)
  engine.play({
    strike,
    api: () => (api && schedule.now() >= apiAwayUntil ? { actor: apiActor, door } : undefined),
    vendors: () => (asked) => inject(vendors!, asked),
    written: (asked, who) => heard.written(asked, who),
    answered: (asked, status) => heard.answered(asked, status),
  })

  return {
    env,
    kill,
    stop,
    workers: () => workers,
    /** Those to which work can be given. */
    livingWorkers: () =>
      workers.filter(
        ({ actor, tasks }) => actor.isAlive && actor.stoppedUntil <= schedule.now() && tasks !== undefined,
      ),
    apiActor,
    sandbox: () => sandbox!,
    parts: () => api!.parts,
    app: () => api!.app,
    skew: (place: number, ms: number): void => {
      workers[place]!.actor.skewMs = ms
      history.note(`the clock of worker ${place} is ${ms} ms ahead`)
    },
    startWorker,
    listen: (listener: typeof heard): void => {
      heard = listener
    },
    /** Before the story: what needs real time to be made. */
    set: async (): Promise<void> => {
      workers = []
      births = 0
      apiAwayUntil = 0
      await sandbox?.close()
      sandbox = await createSandbox({
        publicUrl: PUBLIC_URL,
        ...VENDOR_KEYS,
        timing: TIMING,
        // It is spoken to without a port: an address of its own would differ from run to run.
        register: async (app) => {
          vendors = app
          Object.assign(app, { listen: () => app.ready().then(() => 'http://127.0.0.1:4000') })
        },
      })
    },
    /** Inside of the story: needs the database. */
    begin: async (): Promise<void> => {
      api = await schedule.as(apiActor, openApi)
    },
  }
}

const inject = async (app: FastifyInstance, { method, path, headers, body }: Exchange): Promise<Reply> => {
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers,
    ...(body === '' ? {} : { payload: body }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: answer.body,
  }
}
