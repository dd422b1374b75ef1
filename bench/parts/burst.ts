import { medianOf, spreadOf } from '../rig/percentiles.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Part } from '../figures.ts'
import { againAndAgain, secondsFigures } from './again-and-again.ts'
import { cpuFigures, eachAtOnce, type Bench } from './bench.ts'

export type BurstResult = {
  seconds: number
  textsPerSecond: number
  ackMs: number[]
  refusals: number
  missing: number
}

/** (c) Webhooks of one event each, some at a time, until the last text is there. */
export const measureBurst = async (bench: Bench): Promise<Part> => {
  const webhooks = bench.sized(2_000, 500, 10)
  const times = bench.sized(5, 3, 1)
  const { results, cpu } = await againAndAgain(bench, times, () =>
    burst(bench, bench.takeBusinesses(50), webhooks),
  )
  const ack = spreadOf(results.flatMap(({ ackMs }) => ackMs))
  const sum = (of: (result: BurstResult) => number) => results.reduce((total, each) => total + of(each), 0)
  const missing = sum((result) => result.missing)
  return {
    letter: 'c',
    title: `burst: ${webhooks} webhooks of one event over 50 organisations, ${bench.concurrency} at a time, ${times} ×`,
    figures: [
      ...secondsFigures(
        results.map(({ seconds }) => seconds),
        { atMost: 2 },
      ),
      { what: 'texts, median', value: medianOf(results.map((each) => each.textsPerSecond)), unit: '/s' },
      { what: 'ack p50', value: ack.p50, unit: 'ms' },
      { what: 'ack p99', value: ack.p99, unit: 'ms' },
      { what: 'webhooks refused', value: sum(({ refusals }) => refusals), unit: '', bar: { atMost: 0 } },
      { what: 'texts missing', value: missing, unit: '', bar: { atMost: 0 } },
      ...cpuFigures(cpu, times * webhooks - missing),
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
  }
}
