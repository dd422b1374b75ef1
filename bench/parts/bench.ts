import type { Figure } from '../figures.ts'
import { cpuSeconds, machineCpuSeconds } from '../rig/cpu-time.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Rig } from '../rig/rig.ts'
import { openXeroWebhooks } from '../rig/xero-webhooks.ts'

/** The whole measurement, its short form, or so little that it only proves that the part still runs. */
export type Length = 'full' | 'quick' | 'smoke'

const SMOKE_BUSINESSES = 2

/** What every part works with. Businesses and invoices are never used twice, so that no limit is spent for another. */
export type Bench = ReturnType<typeof createBench>

export const createBench = (
  rig: Rig,
  { businesses, length, concurrency }: { businesses: SeededBusiness[]; length: Length; concurrency: number },
) => {
  let used = 0
  let counted = 0
  const peaks = { api: 0, worker: 0 }

  return {
    rig,
    length,
    /** How much of something a part takes, by how long the bench is. */
    sized: <Size>(full: Size, quick: Size, smoke: Size): Size => ({ full, quick, smoke })[length],
    concurrency,
    webhooks: openXeroWebhooks(rig.port, { connections: concurrency }),
    takeBusinesses: (wanted: number): SeededBusiness[] => {
      const count = length === 'smoke' ? Math.min(wanted, SMOKE_BUSINESSES) : wanted
      const taken = businesses.slice(used, used + count)
      if (taken.length < count) throw new Error('Too few businesses were seeded.')
      used += count
      return taken
    },
    takeCounts: (wanted: number): number[] => {
      const first = counted + 1
      counted += wanted
      return Array.from({ length: wanted }, (_, index) => first + index)
    },
    /** The peak of a process cannot be read once it has stopped: called before each stop and at the end. */
    recordPeaks: (): typeof peaks => {
      peaks.api = Math.max(peaks.api, rig.api.memory().peakMiB)
      peaks.worker = Math.max(peaks.worker, rig.worker.memory().peakMiB)
      return peaks
    },
    /** Seconds of processor spent so far; the difference of two of these shows who was busy. */
    cpu: (): Cpu => {
      const ours = {
        api: cpuSeconds(rig.api.pid()),
        worker: cpuSeconds(rig.worker.pid()),
        postgres: cpuSeconds(rig.postgres.pid(), { withChildren: true }),
        upstream: cpuSeconds(rig.upstream.pid),
        harness: cpuSeconds(process.pid),
      }
      const sum = Object.values(ours).reduce((total, spent) => total + spent, 0)
      return { ...ours, others: machineCpuSeconds() - sum }
    },
  }
}

export type Cpu = Record<'api' | 'worker' | 'postgres' | 'upstream' | 'harness' | 'others', number>

/** What was spent between two moments, and `besides`. */
export const cpuSince = (before: Cpu, after: Cpu, besides?: Cpu): Cpu =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Cpu)[]).map((name) => [
      name,
      after[name] - before[name] + (besides?.[name] ?? 0),
    ]),
  ) as Cpu

/** What a text costs in processor time, and how much of the machine other processes used meanwhile. */
export const cpuFigures = (spent: Cpu, texts: number): Figure[] => {
  const product = spent.api + spent.worker + spent.postgres
  const all = Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)
  const parts = (['api', 'worker', 'postgres', 'upstream', 'harness'] as const).map(
    (name) => `${name} ${((spent[name] * 1000) / texts).toFixed(2)}`,
  )
  return [
    { what: 'processor for a text', value: (product * 1000) / texts, unit: 'ms', note: parts.join(', ') },
    { what: 'taken by other programs', value: (100 * spent.others) / all, unit: '% of busy' },
  ]
}

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
