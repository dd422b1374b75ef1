import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import { explain } from '../rig/explain.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { medianOf, spreadOf, type Spread } from '../rig/percentiles.ts'
import type { Bench } from './bench.ts'
import { againAndAgain } from './again-and-again.ts'
import { burst } from './burst.ts'
import { dashboardQuestions } from './dashboard.ts'
import { writeHistory } from './write-history.ts'
import { pagesSince, readPages, type Pages } from '../rig/pages.ts'

const SLOWER_BY = 1.15
const READS_SLOWER_BY = 1.5
const READ_MS = 30
const WATCHED = 20
const READS = 5
const XERO_WINDOW_MS = 60_000
const BURSTS = 5
/** Told, and not compared: behind so much that was written they find cold pages, and tokens that have expired. */
const FIRST_BURSTS = 2

type Speeds = { speeds: number[]; aText: { cpuMs: number; pages: Pages } }
type Measured = Speeds & { rows: number; textsPerSecond: number; reads: Map<string, Spread> }

/**
 * (g) The same bursts, and the same screens of the same businesses, while the tables grow: after the first size all
 * that is added belongs to others. `most` is the largest size.
 */
export const measureHistory = async (bench: Bench, most: number | undefined): Promise<Part> => {
  const usual = bench.sized([10_000, 100_000, 1_000_000], [1_000, 10_000, 100_000], [100, 200])
  const sizes = most === undefined ? usual : [...usual.filter((rows) => rows < most), most]
  const businesses = bench.takeBusinesses(100)
  const half = businesses.length / 2
  const halves = [businesses.slice(0, half), businesses.slice(half)]
  const watched = bench.takeBusinesses(WATCHED)
  const measured: Measured[] = []
  let stored = 0

  for (const rows of sizes) {
    const window = pause(measured.length > 0 ? bench.sized(XERO_WINDOW_MS, XERO_WINDOW_MS, 0) : 0)
    bench.recordPeaks()
    // Its scans of every few seconds would read whole tables while the indexes are away.
    await bench.rig.worker.stop()
    await writeHistory(bench.rig.pool, stored === 0 ? watched : businesses, rows - stored)
    await bench.rig.worker.start()
    stored = rows
    await window
    const { speeds, aText } = await burstSpeeds(bench, halves)
    const reads = await readScreens(bench, watched)
    measured.push({ rows, textsPerSecond: medianOf(speeds.slice(FIRST_BURSTS)), speeds, aText, reads })
    console.error(`    … ${rows} stored: ${speeds.map((speed) => speed.toFixed(0)).join(', ')} texts/s`)
  }
  return report(measured)
}

/** Texts/s of several bursts, by the two halves in turn, and what a text of those that are compared took. */
const burstSpeeds = async (bench: Bench, halves: SeededBusiness[][]): Promise<Speeds> => {
  const webhooks = bench.sized(2_000, 500, 5)
  const bursts = bench.sized(BURSTS, 3, 1)
  let next = 0
  const once = () => burst(bench, halves[next++ % 2]!, webhooks)
  const first = await againAndAgain(bench, FIRST_BURSTS, once)
  const before = await readPages(bench.rig.pool)
  const compared = await againAndAgain(bench, bursts, once)
  const pages = pagesSince(before, await readPages(bench.rig.pool), bursts * webhooks)
  const { api, worker, postgres } = compared.cpu
  const cpuMs = ((api + worker + postgres) * 1000) / (bursts * webhooks)
  const results = [...first.results, ...compared.results]
  const incomplete = results.some(({ refusals, missing }) => refusals > 0 || missing !== 0)
  if (incomplete) throw new Error('Of a burst a webhook was refused, or not each one led to one text.')
  return { speeds: results.map(({ textsPerSecond }) => textsPerSecond), aText: { cpuMs, pages } }
}

/** Planning and running, as the business with row-level security. */
const readScreens = async ({ rig }: Bench, watched: SeededBusiness[]): Promise<Map<string, Spread>> => {
  const times = new Map<string, number[]>()
  for (const { businessId } of Array.from({ length: READS }, () => watched).flat())
    for (const [what, , ask] of dashboardQuestions(businessId)) {
      const explained = await explain(rig.pool, businessId, ask)
      const ms = explained.reduce((sum, one) => sum + one.ms, 0)
      times.set(what, [...(times.get(what) ?? []), ms])
    }
  return new Map([...times].map(([what, all]) => [what, spreadOf(all)]))
}

const report = (measured: Measured[]): Part => {
  const first = measured[0]!
  const last = measured.at(-1)!
  const counted = (rows: number) => `${rows.toLocaleString('en-AU')} stored`
  const slowest = [...last.reads].toSorted(([, one], [, other]) => other.p99 - one.p99)[0]!
  return {
    letter: 'g',
    title: 'with history stored: bursts (median behind two), and the screens of businesses that did not grow',
    figures: [
      ...measured.map(({ rows, textsPerSecond, speeds }): Figure => ({
        what: `texts, ${counted(rows)}`,
        value: textsPerSecond,
        unit: '/s',
        note: speeds.map((speed) => speed.toFixed(0)).join(', '),
      })),
      {
        what: 'texts, fewest over most stored',
        value: first.textsPerSecond / last.textsPerSecond,
        unit: '×',
        bar: { atMost: SLOWER_BY },
      },
      ...measured.map(({ rows, aText: { cpuMs, pages } }): Figure => ({
        what: `processor for a text, ${counted(rows)}`,
        value: cpuMs,
        unit: 'ms',
        note: `log ${pages.logKiB.toFixed(1)} KiB, ${pages.logged.toFixed(1)} pages logged whole, ${pages.read.toFixed(1)} not in PostgreSQL's own memory`,
      })),
      ...[...last.reads].map(([what, { p50 }]): Figure => ({
        what: `${what}, most over fewest stored`,
        value: p50 / first.reads.get(what)!.p50,
        unit: '×',
        bar: { atMost: READS_SLOWER_BY },
        note: measured.map(({ reads }) => reads.get(what)!.p50.toFixed(2)).join(', ') + ' ms',
      })),
      {
        what: 'the slowest of them, p99',
        value: slowest[1].p99,
        unit: 'ms',
        bar: { atMost: READ_MS },
        note: slowest[0],
      },
      {
        what: 'all of them, median',
        value: medianOf([...last.reads.values()].map(({ p50 }) => p50)),
        unit: 'ms',
      },
    ],
  }
}
