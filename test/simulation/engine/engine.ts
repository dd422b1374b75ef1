import { createChance, type Chance } from './chance.ts'
import { createHistory } from './history.ts'
import { createNetwork } from './network.ts'
import { createPoints, type Armed } from './points.ts'
import { createSchedule, type Actor } from './schedule.ts'
import { openServer } from './simulated-server.ts'
import { takeOverChance } from './take-over-chance.ts'
import { takeOverHttp } from './take-over-http.ts'
import { takeOverSockets } from './take-over-sockets.ts'
import { takeOverTime } from './take-over-time.ts'
import { createTraffic, type Door, type Exchange } from './traffic.ts'
import { openMoments } from '../database/moments.ts'

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** Whoever is struck, and who answers: filled in by the stage. */
export type Cast = {
  strike: (actor: Actor, fault: Armed) => void
  api: () => { actor: Actor; door: Door } | undefined
  vendors: () => Door
  written: (asked: Exchange, who: Actor) => void
  answered: (asked: Exchange, status: number) => void
}

/** Takes over time, chance and network of this process, once; every run has its own seed. */
export const openEngine = async (databaseUrl: string, publicUrl: string) => {
  const schedule = createSchedule()
  const server = await openServer(databaseUrl, schedule)
  const moments = await openMoments(server.control)
  await moments.mark('beginning')
  const history = createHistory(schedule)
  const points = createPoints(history.note)
  let chances: Record<'latency' | 'ids', Chance> = drawsOf(0)
  let cast: Cast | undefined
  const acting = (): Cast => {
    if (!cast) throw new Error('Nobody is on the stage.')
    return cast
  }
  const strike = (actor: Actor, fault: Armed) => acting().strike(actor, fault)
  const latency = () => chances.latency
  const network = createNetwork({ schedule, server, points, chance: latency, note: history.note, strike })
  const traffic = createTraffic({
    schedule,
    points,
    chance: latency,
    note: history.note,
    strike,
    publicUrl,
    api: () => acting().api(),
    vendors: () => acting().vendors(),
    written: (asked, who) => acting().written(asked, who),
    answered: (asked, status) => acting().answered(asked, status),
  })
  takeOverTime(schedule)
  takeOverChance(() => chances.ids)
  takeOverSockets(network)
  takeOverHttp(traffic)

  return {
    schedule,
    server,
    moments,
    history,
    points,
    network,
    traffic,
    play: (next: Cast) => {
      cast = next
    },
    /** Does what needs real time while nothing else happens. */
    still: (work: () => Promise<unknown>): Promise<void> =>
      new Promise((done) => {
        schedule.after(0, schedule.world, async () => {
          await work()
          done()
        })
      }),
    /** Everything as at the beginning. */
    reset: async (seed: number): Promise<void> => {
      await network.clear()
      schedule.clear()
      points.disarm()
      history.clear()
      chances = drawsOf(seed)
      server.setHistory({ timeline: 1, startedAt: 0 })
      await moments.back('beginning')
      await moments.restartNumbers()
    },
    close: () => server.close(),
  }
}

const drawsOf = (seed: number) => ({ latency: createChance(seed, 'latency'), ids: createChance(seed, 'ids') })
