import { spreadOf } from '../rig/percentiles.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Figure, Part } from '../figures.ts'
import { cpuFigures, eachAtOnce, type Bench } from './bench.ts'

export type BurstResult = {
  seconds: number
  textsPerSecond: number
  ackMs: number[]
  refusals: number
  missing: number
  cpu: Figure[]
}

/** (c) Webhooks of one event each, some at a time, until the last text is there. */
export const measureBurst = async (bench: Bench): Promise<Part> => {
  const webhooks = bench.sized(2_000, 500, 10)
  const result = await burst(bench, bench.takeBusinesses(50), webhooks)
  const ack = spreadOf(result.ackMs)
  return {
    letter: 'c',
    title: `burst: ${webhooks} webhooks of one event over 50 organisations, ${bench.concurrency} at a time`,
    figures: [
      { what: 'until the last text', value: result.seconds, unit: 's', bar: { atMost: 2 } },
      { what: 'texts', value: result.textsPerSecond, unit: '/s' },
      { what: 'ack p50', value: ack.p50, unit: 'ms' },
      { what: 'ack p99', value: ack.p99, unit: 'ms' },
      { what: 'webhooks refused', value: result.refusals, unit: '', bar: { atMost: 0 } },
      { what: 'texts missing', value: result.missing, unit: '', bar: { atMost: 0 } },
      ...result.cpu,
    ],
  }
}

export const burst = async (
  bench: Bench,
  businesses: SeededBusiness[],
  webhooks: number,
): Promise<BurstResult> => {
  const { upstream } = bench.rig
  const counts = bench.takeCounts(webhooks)
  const { texts } = await upstream.stats()
  const cpuBefore = bench.cpu()
  const ackMs: number[] = []
  let refusals = 0
  const startedAt = monotonicMs()

  await eachAtOnce(counts, bench.concurrency, async (count) => {
    const { tenantId } = businesses[count % businesses.length]!
    const ack = await bench.webhooks.sendUntilTaken(tenantId, [count])
    ackMs.push(ack.ms)
    refusals += ack.refusals
  })
  await upstream.waitForTexts(texts + webhooks, 120_000)

  const arrivals = await upstream.arrivals(texts)
  const seconds = (Math.max(...arrivals.map(([, at]) => at)) - startedAt) / 1000
  return {
    seconds,
    textsPerSecond: arrivals.length / seconds,
    ackMs,
    refusals,
    missing: webhooks - arrivals.length,
    cpu: cpuFigures(cpuBefore, bench.cpu(), arrivals.length),
  }
}
