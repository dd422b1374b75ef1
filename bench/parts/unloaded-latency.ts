import { setTimeout as pause } from 'node:timers/promises'
import { spreadOf } from '../rig/percentiles.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { Part } from '../figures.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { cpuFigures, cpuSince, type Bench, type Cpu } from './bench.ts'

const WARM_UPS = 20
const GAP_MS = 150
/** A text that comes late is slow, and not missing. */
const PATIENCE_MS = 60_000

/**
 * (a) One webhook, its text, a pause for the callbacks, the next; then of businesses with the pace that every new one
 * has, whose texts the sender claims in a transaction of its own.
 */
export const measureUnloadedLatency = async (bench: Bench): Promise<Part> => {
  const measured = bench.sized(200, 50, 2)
  const { latencies, missing, cpu } = await oneAfterAnother(bench, bench.takeBusinesses(50), measured)
  const { p50, p95, p99, max } = spreadOf(latencies)
  const paced = bench.takeBusinesses(50)
  await bench.rig.pool.query(
    'update businesses set pace_per_hour = default, pace_per_day = default where id = any($1)',
    [paced.map(({ businessId }) => businessId)],
  )
  const withPace = await oneAfterAnother(bench, paced, bench.sized(200, 50, 2))
  const spread = spreadOf(withPace.latencies)
  return {
    letter: 'a',
    title: `unloaded: webhook → text at the gateway, ${measured} one after another over 50 organisations`,
    figures: [
      { what: 'p50', value: p50, unit: 'ms', bar: { atMost: 12 } },
      { what: 'p95', value: p95, unit: 'ms' },
      { what: 'p99', value: p99, unit: 'ms', bar: { atMost: 28 } },
      { what: 'slowest', value: max, unit: 'ms' },
      { what: 'texts missing', value: missing + withPace.missing, unit: '', bar: { atMost: 0 } },
      { what: 'p50 with a pace', value: spread.p50, unit: 'ms' },
      { what: 'p99 with a pace', value: spread.p99, unit: 'ms' },
      ...cpuFigures(cpu, measured),
    ],
  }
}

const oneAfterAnother = async (
  { rig, webhooks, ...bench }: Bench,
  businesses: SeededBusiness[],
  measured: number,
): Promise<{ latencies: number[]; missing: number; cpu: Cpu }> => {
  const warmUps = bench.sized(WARM_UPS, WARM_UPS, 1)
  const latencies: number[] = []
  let cpuBefore = bench.cpu()
  let missing = 0

  for (const [index, count] of bench.takeCounts(warmUps + measured).entries()) {
    if (index === warmUps) cpuBefore = bench.cpu()
    const { texts } = await rig.upstream.stats()
    const sentAt = monotonicMs()
    await webhooks.sendUntilTaken(businesses[index % businesses.length]!.tenantId, [count])
    await rig.upstream.waitForTexts(texts + 1, PATIENCE_MS)
    const arrival = (await rig.upstream.arrivals(texts)).find(([invoice]) => invoice === count)
    if (!arrival) missing += 1
    else if (index >= warmUps) latencies.push(arrival[1] - sentAt)
    await pause(GAP_MS)
  }

  return { latencies, missing, cpu: cpuSince(cpuBefore, bench.cpu()) }
}
