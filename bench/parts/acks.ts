import { fork } from 'node:child_process'
import { join } from 'node:path'
import { medianOf, spreadOf, type Spread } from '../rig/percentiles.ts'
import { WEBHOOK_KEY } from '../rig/settings.ts'
import { openXeroWebhooks, type XeroWebhooks } from '../rig/xero-webhooks.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { runOpenLoop } from './open-loop.ts'

const BUSY_RATE = 300
const TURN_SECONDS = 1

type Rate = Spread & { perSecond: number }

/** (e) How fast a webhook is acknowledged, beside the least that could be done, alternating within one minute. */
export const measureAcks = async (bench: Bench): Promise<Part> => {
  const rounds = bench.sized(15, 6, 1)
  const busy = await runOpenLoop(bench, bench.takeBusinesses(50), {
    rate: bench.sized(BUSY_RATE, BUSY_RATE, 20),
    seconds: rounds,
    drainMs: 60_000,
  })

  const businesses = bench.takeBusinesses(50)
  const floorProcess = await startFloor(bench.rig.postgres.url)
  const floor = openXeroWebhooks(floorProcess.port, { connections: bench.concurrency })
  const turns: { product: Rate; floor: Rate }[] = []
  await withoutWorker(bench, async () => {
    const seconds = bench.sized(TURN_SECONDS, TURN_SECONDS, TURN_SECONDS / 10)
    const turn = (door: XeroWebhooks) => closedLoop(bench, door, businesses, seconds)
    for (let round = 0; round < rounds; round += 1)
      turns.push({ product: await turn(bench.webhooks), floor: await turn(floor) })
  })
  floor.close()
  floorProcess.stop()

  const median = (pick: (round: { product: Rate; floor: Rate }) => number) => medianOf(turns.map(pick))
  return {
    letter: 'e',
    title: `webhook acks, ${bench.concurrency} at a time, median of ${rounds} turns of a second each`,
    figures: [
      { what: 'acks, worker stopped', value: median(({ product }) => product.perSecond), unit: '/s' },
      { what: 'ack p99, worker stopped', value: median(({ product }) => product.p99), unit: 'ms' },
      { what: 'floor acks', value: median(({ floor }) => floor.perSecond), unit: '/s' },
      { what: 'floor ack p99', value: median(({ floor }) => floor.p99), unit: 'ms' },
      {
        what: 'ratio to the floor',
        value: median(({ product, floor }) => product.perSecond / floor.perSecond),
        unit: '',
        bar: { atLeast: 0.5 },
      },
      {
        what: `ack p99, worker busy`,
        value: busy.ack.p99,
        unit: 'ms',
        bar: { atMost: 50 },
        note: `at ${BUSY_RATE} webhooks/s`,
      },
    ],
  }
}

const startFloor = (databaseUrl: string): Promise<{ port: number; stop: () => void }> =>
  new Promise((done, fail) => {
    const child = fork(join(import.meta.dirname, '../floor.ts'), [databaseUrl, WEBHOOK_KEY], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: [],
    })
    child.once('exit', () => fail(new Error('The floor ended at its start.')))
    child.stdout!.once('data', (line: Buffer) => {
      const { port } = JSON.parse(String(line)) as { port: number }
      done({ port, stop: () => void child.kill('SIGKILL') })
    })
  })

/** Stops the worker, and afterwards deletes what was acknowledged meanwhile, so that no later part handles it. */
const withoutWorker = async ({ rig, recordPeaks }: Bench, work: () => Promise<void>): Promise<void> => {
  recordPeaks()
  await rig.worker.stop()
  const { rows } = await rig.pool.query<{ now: Date }>('select clock_timestamp() as now')
  await work()
  await rig.pool.query('update xero_events set handled_at = now() where handled_at is null')
  await rig.pool.query('delete from graphile_worker._private_jobs where created_at >= $1', [rows[0]!.now])
  await rig.worker.start()
}

const closedLoop = async (
  { takeCounts, concurrency }: Bench,
  door: XeroWebhooks,
  businesses: SeededBusiness[],
  seconds: number,
): Promise<Rate> => {
  const times: number[] = []
  const startedAt = monotonicMs()
  const end = startedAt + seconds * 1000
  const lane = async (): Promise<void> => {
    while (monotonicMs() < end) {
      const [count] = takeCounts(1)
      const { ms } = await door.sendUntilTaken(businesses[count! % businesses.length]!.tenantId, [count!])
      times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return { ...spreadOf(times), perSecond: times.length / ((monotonicMs() - startedAt) / 1000) }
}
