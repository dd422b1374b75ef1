import { monotonicMs } from '../upstream/texts.ts'
import type { Part } from '../figures.ts'
import { cpuFigures, type Bench } from './bench.ts'

/** (d) A day's reconciliation at once: all in one webhook, all of one organisation. */
export const measureBigWebhook = async (bench: Bench): Promise<Part> => {
  const { rig, webhooks } = bench
  const events = bench.sized(500, 500, 10)
  const [business] = bench.takeBusinesses(1)
  const { texts } = await rig.upstream.stats()
  const cpuBefore = bench.cpu()
  const startedAt = monotonicMs()
  const ack = await webhooks.sendUntilTaken(business!.tenantId, bench.takeCounts(events))
  await rig.upstream.waitForTexts(texts + events, 90_000)
  const arrivals = await rig.upstream.arrivals(texts)
  const { xeroCalls } = await rig.upstream.stats(business!.tenantId)
  const last = Math.max(...arrivals.map(([, at]) => at))

  return {
    letter: 'd',
    title: `one webhook with ${events} events for one organisation`,
    figures: [
      { what: 'until the last text', value: (last - startedAt) / 1000, unit: 's', bar: { atMost: 0.6 } },
      { what: 'Xero calls', value: xeroCalls, unit: '', bar: { atMost: 26 } },
      { what: 'ack', value: ack.ms, unit: 'ms' },
      { what: 'texts missing', value: events - arrivals.length, unit: '', bar: { atMost: 0 } },
      ...cpuFigures(cpuBefore, bench.cpu(), arrivals.length),
    ],
  }
}
