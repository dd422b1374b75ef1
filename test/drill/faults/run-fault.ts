import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { goodword } from '../../../bench/rig/goodword-command.ts'
import { seededRandom } from '../../../bench/rig/seeded-random.ts'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'
import { monotonicMs } from '../../../bench/upstream/texts.ts'
import { countMoney, type Money } from '../count-money.ts'
import { payThoseWhoStopped, stopTexts } from '../customers-who-stop.ts'
import { waitForQuiet } from '../wait-for-quiet.ts'
import { doorFigures, type DoorFigures } from './door-figures.ts'
import { doubtedCounts } from './doubts.ts'
import { MANNERS, type Fault } from './fault.ts'
import { WORKERS, type Scene } from './scene.ts'
import { longestSilence } from './silence.ts'
import { slowestSync } from './slowest-sync.ts'
import { longestStandStill } from './stand-still.ts'
import { runSteadyTraffic } from './steady-traffic.ts'

export type FaultPlan = {
  /** Traffic before the fault, and after it. */
  leadMs: number
  tailMs: number
  patienceMs: number
  /** Shares of what the fault itself says. */
  pace: number
  load: number
}

export type FaultResult = {
  fault: Fault
  seed: number
  invoices: number
  lost: number[]
  doubled: number[]
  neverTaken: number[]
  /** Customers who said STOP just before the fault, or while it lasted, and whose invoices were paid after it. */
  stopped: number
  textedAfterStop: number[]
  doubted: number
  byOperator: number
  ended: string[]
  door: DoorFigures
  lastTextMs: number
  /** The longest time without any text, from the fault's beginning on. */
  silenceMs: number
  standStillMs: number
  /** Undefined where a skewed clock wrote it. */
  syncMs: number | undefined
  /** How many processes wanted a core, on average of the last minute: others may share the machine. */
  load: number
  money: Money
  reconcile: { code: number; words: string }
  /** What was still open when the patience ended, and what only the fault itself can see. */
  misses: string[]
}

/** Far from the invoices of the traffic. */
const FIRST_STOP = 1_000_000
const STOPS = 3

const stopsOf = (firstCount: number): { before: number[]; during: number[] } => {
  const from = (first: number) => Array.from({ length: STOPS }, (_, index) => first + index)
  return { before: from(FIRST_STOP + firstCount), during: from(FIRST_STOP + firstCount + STOPS) }
}

/** Traffic, the fault in the middle of it, quiet, and the count. `firstCount` is of an invoice that is new. */
export const runFault = async (
  scene: Scene,
  fault: Fault,
  { seed, firstCount, plan }: { seed: number; firstCount: number; plan: FaultPlan },
): Promise<FaultResult> => {
  const { rig, alive, businesses, admin, ports } = scene
  const tenantOf = (count: number) => businesses[count % businesses.length]!.tenantId
  const { before: first, during } = fault.isFailover ? stopsOf(firstCount) : { before: [], during: [] }
  const endedBefore = alive.ended().length
  await rig.upstream.switchCallbacks(true)
  await rig.upstream.setFaults({ ...MANNERS, ...fault.upstream, seed })

  let isOver = false
  const sending = runSteadyTraffic({
    ports,
    rate: fault.rate * plan.load,
    burst: fault.burst && fault.burst * plan.load,
    firstCount,
    tenantOf,
    pay: (tenantId, count) => rig.upstream.pay(tenantId, [invoiceId(count)]),
    random: seededRandom(seed),
    isOver: () => isOver,
  })
  await pause(plan.leadMs)
  await stopTexts(rig, first)
  const from = monotonicMs()
  const stopping = stopTexts(rig, during)
  const misses = await fault.strike(scene, fault.seconds * plan.pace).catch(async (cause: unknown) => {
    isOver = true
    await sending.catch(() => undefined)
    throw cause
  })
  const end = monotonicMs()
  await pause(plan.tailMs)
  await stopping
  const stopped = [...first, ...during]
  await payThoseWhoStopped(rig, stopped, tenantOf)
  isOver = true
  const { calls, delivered } = await sending
  const sendersDiedAt = new Date(Math.max(...WORKERS.map((name) => alive.diedAt(name).getTime())))
  const { open, byOperator } = await waitForQuiet(
    { pool: admin, settings: rig.settings },
    { sendersDiedAt, patienceMs: plan.patienceMs },
  )

  const counts = delivered.map(({ count }) => count)
  const arrivals = new Map((await rig.upstream.arrivals()).toReversed())
  const { doubledInvoices } = await rig.upstream.stats()
  const looksAt = await doubtedCounts(admin, counts)
  const before = delivered
    .filter(({ paidAt }) => paidAt <= end)
    .map(({ count }) => arrivals.get(count) ?? end)
  const reconciled = await goodword(rig.settings, ['reconcile'])
  return {
    fault,
    seed,
    invoices: counts.length,
    lost: counts.filter((count) => !arrivals.has(count)),
    doubled: doubledInvoices,
    neverTaken: delivered.filter(({ ackedAt }) => ackedAt === undefined).map(({ count }) => count),
    stopped: stopped.length,
    textedAfterStop: stopped.filter((count) => arrivals.has(count)),
    doubted: looksAt.size,
    byOperator,
    ended: alive.ended().slice(endedBefore),
    door: doorFigures(calls, { from, end }),
    lastTextMs: Math.max(end, ...before) - end,
    silenceMs: longestSilence(
      counts.filter((count) => !looksAt.has(count)).flatMap((count) => arrivals.get(count) ?? []),
      from,
    ),
    standStillMs: longestStandStill(delivered, arrivals, {
      from: fault.stopsTexts ? end : 0,
      until: monotonicMs(),
      looksAt,
    }),
    syncMs: fault.clockShiftMs ? undefined : await slowestSync(admin, counts),
    load: loadavg()[0]!,
    money: await countMoney(admin),
    reconcile: { code: reconciled.code, words: (reconciled.stderr || reconciled.stdout).trim().slice(-500) },
    misses: [...misses, ...open],
  }
}
