import { cpuSeconds } from '../rig/cpu-time.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Rig } from '../rig/rig.ts'
import { openXeroWebhooks } from '../rig/xero-webhooks.ts'

/** What every part works with. Businesses and invoices are never used twice, so that no limit is spent for another. */
export type Bench = ReturnType<typeof createBench>

export const createBench = (
  rig: Rig,
  { businesses, quick, concurrency }: { businesses: SeededBusiness[]; quick: boolean; concurrency: number },
) => {
  let used = 0
  let counted = 0
  const peaks = { api: 0, worker: 0 }

  return {
    rig,
    quick,
    concurrency,
    webhooks: openXeroWebhooks(rig.port, { connections: concurrency }),
    takeBusinesses: (wanted: number): SeededBusiness[] => {
      const taken = businesses.slice(used, used + wanted)
      if (taken.length < wanted) throw new Error('Too few businesses were seeded.')
      used += wanted
      return taken
    },
    takeCounts: (wanted: number): number[] => {
      const first = counted + 1
      counted += wanted
      return Array.from({ length: wanted }, (_, index) => first + index)
    },
    /** A stopped process takes its peak with it: called before each stop and at the end. */
    notePeaks: (): typeof peaks => {
      peaks.api = Math.max(peaks.api, rig.api.memory().peakMiB)
      peaks.worker = Math.max(peaks.worker, rig.worker.memory().peakMiB)
      return peaks
    },
    /** Where the processor's time goes; the difference of two of these says who is busy. */
    cpu: (): Record<string, number> => ({
      api: cpuSeconds(rig.api.pid()),
      worker: cpuSeconds(rig.worker.pid()),
      postgres: cpuSeconds(rig.postgres.pid(), { withChildren: true }),
      upstream: cpuSeconds(rig.upstream.pid),
      harness: cpuSeconds(process.pid),
    }),
  }
}

export const cpuNote = (before: Record<string, number>, after: Record<string, number>): string =>
  Object.entries(after)
    .map(([name, spent]) => `${name} ${(spent - before[name]!).toFixed(1)}`)
    .join(', ')

/** Runs `work` for each item, at most `atOnce` at a time. */
export const eachAtOnce = async <Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
