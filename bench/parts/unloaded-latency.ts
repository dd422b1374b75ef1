import { setTimeout as pause } from 'node:timers/promises'
import { spreadOf } from '../rig/percentiles.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { Part } from '../figures.ts'
import { cpuFigures, cpuSince, type Bench } from './bench.ts'

const WARM_UPS = 20
const GAP_MS = 150
/** A text that comes late is slow, and not missing. */
const PATIENCE_MS = 60_000

/** (a) One webhook, its text, a pause for the callbacks, the next. */
export const measureUnloadedLatency = async ({ rig, webhooks, ...bench }: Bench): Promise<Part> => {
  const measured = bench.sized(200, 50, 2)
  const warmUps = bench.sized(WARM_UPS, WARM_UPS, 1)
  const businesses = bench.takeBusinesses(50)
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

  const { p50, p95, p99, max } = spreadOf(latencies)
  return {
    letter: 'a',
    title: `unloaded: webhook → text at the gateway, ${measured} one after another over 50 organisations`,
    figures: [
      { what: 'p50', value: p50, unit: 'ms', bar: { atMost: 12 } },
      { what: 'p95', value: p95, unit: 'ms' },
      { what: 'p99', value: p99, unit: 'ms', bar: { atMost: 28 } },
      { what: 'slowest', value: max, unit: 'ms' },
      { what: 'texts missing', value: missing, unit: '', bar: { atMost: 0 } },
      ...cpuFigures(cpuSince(cpuBefore, bench.cpu()), measured),
    ],
  }
}
