import { setTimeout as pause } from 'node:timers/promises'
import type { Bar, Figure } from '../figures.ts'
import { medianOf } from '../rig/percentiles.ts'
import { cpuSince, type Bench, type Cpu } from './bench.ts'
import { reportsCame } from './storage.ts'

/** The worker settles and wakes for a moment after the last report. */
const SETTLE_MS = 1_000

/**
 * What is over in a second or two says as much of the machine as of the product, and the first of it more of how long
 * both have run: it is measured several times, each behind the gateway's last report on the one before.
 */
export const againAndAgain = async <Result>(
  bench: Bench,
  times: number,
  once: () => Promise<Result>,
): Promise<{ results: Result[]; cpu: Cpu }> => {
  const { texts, callbacks } = await bench.rig.upstream.stats()
  const results: Result[] = []
  let cpu: Cpu | undefined
  for (let time = 0; time < times; time += 1) {
    const before = bench.cpu()
    results.push(await once())
    const sent = (await bench.rig.upstream.stats()).texts - texts
    await reportsCame(bench, callbacks.answered + 2 * sent)
    cpu = cpuSince(before, bench.cpu(), cpu)
    await pause(SETTLE_MS)
  }
  return { results, cpu: cpu! }
}

/** The bar is for the median; the first one after the start of the product, and the slowest, are told as well. */
export const secondsFigures = (seconds: number[], bar: Bar): Figure[] => {
  const median = { value: medianOf(seconds), unit: 's', bar }
  if (seconds.length === 1) return [{ what: 'until the last text', ...median }]
  const each = seconds.map((one) => one.toFixed(2)).join(', ')
  return [
    { what: `until the last text, median of ${seconds.length}`, ...median, note: each },
    { what: 'the first', value: seconds[0]!, unit: 's' },
    { what: 'the slowest', value: Math.max(...seconds), unit: 's' },
  ]
}
