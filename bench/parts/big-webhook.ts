import { monotonicMs } from '../upstream/texts.ts'
import type { Part } from '../figures.ts'
import { cpuFigures, type Bench } from './bench.ts'
import { againAndAgain, secondsFigures } from './again-and-again.ts'

/** (d) A day's reconciliation at once: all in one webhook, all of one organisation; of another each time. */
export const measureBigWebhook = async (bench: Bench): Promise<Part> => {
  const events = bench.sized(500, 500, 10)
  const times = bench.sized(5, 3, 1)
  const { results, cpu } = await againAndAgain(bench, times, () => bigWebhook(bench, events))
  const most = (of: (result: BigWebhook) => number) => Math.max(...results.map(of))
  const arrived = results.reduce((sum, { arrivals }) => sum + arrivals, 0)

  return {
    letter: 'd',
    title: `one webhook with ${events} events for one organisation, ${times} ×`,
    figures: [
      ...secondsFigures(
        results.map(({ seconds }) => seconds),
        { atMost: 0.6 },
      ),
      { what: 'Xero calls', value: most(({ xeroCalls }) => xeroCalls), unit: '', bar: { atMost: 26 } },
      { what: 'ack, the slowest', value: most(({ ackMs }) => ackMs), unit: 'ms' },
      { what: 'texts missing', value: times * events - arrived, unit: '', bar: { atMost: 0 } },
      ...cpuFigures(cpu, arrived),
    ],
  }
}

type BigWebhook = { seconds: number; xeroCalls: number; ackMs: number; arrivals: number }

const bigWebhook = async ({ rig, webhooks, ...bench }: Bench, events: number): Promise<BigWebhook> => {
  const [business] = bench.takeBusinesses(1)
  const { texts } = await rig.upstream.stats()
  const startedAt = monotonicMs()
  const ack = await webhooks.sendUntilTaken(business!.tenantId, bench.takeCounts(events))
  await rig.upstream.waitForTexts(texts + events, 90_000)
  const arrivals = await rig.upstream.arrivals(texts)
  const { xeroCalls } = await rig.upstream.stats(business!.tenantId)
  const last = Math.max(...arrivals.map(([, at]) => at))
  return { seconds: (last - startedAt) / 1000, xeroCalls, ackMs: ack.ms, arrivals: arrivals.length }
}
