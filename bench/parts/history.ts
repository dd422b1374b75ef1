import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import { explain } from '../rig/explain.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { medianOf, spreadOf, type Spread } from '../rig/percentiles.ts'
import type { Bench } from './bench.ts'
import { dashboardQuestions } from './dashboard.ts'
import { openSide, quicker, sideBySide, type Speeds } from './side-by-side.ts'
import { writeHistory } from './write-history.ts'

const SLOWER_BY = 1.15
const READS_SLOWER_BY = 1.5
const READ_MS = 30
const WATCHED = 20
const READS = 5
const XERO_WINDOW_MS = 60_000
const BURSTS = 7
const FIRST_BURSTS = 2
const BUSINESSES = 100

type Measured = { rows: number; few: Speeds; many: Speeds; reads: Map<string, Spread> }

/** Measures with another product opened for it, which is gone after that. */
export type BesideAnother = (measure: (other: Bench) => Promise<Part>) => Promise<Part>

/**
 * (g) Bursts of a product whose tables grow, beside one that is given the first size only: both in turn, on the same
 * machine. And the screens of the same businesses: after the first size all that is added belongs to others. `most` is
 * the largest size. The one beside is opened as this one was; what the parts before have left, only this one has.
 */
export const measureHistory = (
  bench: Bench,
  most: number | undefined,
  besideAnother: BesideAnother,
): Promise<Part> => {
  const usual = bench.sized([10_000, 100_000, 1_000_000], [1_000, 10_000, 100_000], [100, 200])
  const sizes = most === undefined ? usual : [...usual.filter((rows) => rows < most), most]
  return besideAnother(async (other) => report(await measureSizes(bench, other, sizes)))
}

const measureSizes = async (bench: Bench, other: Bench, sizes: number[]): Promise<Measured[]> => {
  const many = openSide(bench, BUSINESSES)
  const few = openSide(other, BUSINESSES)
  const watched = bench.takeBusinesses(WATCHED)
  const sizing = {
    before: FIRST_BURSTS,
    bursts: bench.sized(BURSTS, 3, 1),
    webhooks: bench.sized(2_000, 500, 5),
  }
  const measured: Measured[] = []
  let stored = 0

  for (const rows of sizes) {
    const window = pause(measured.length > 0 ? bench.sized(XERO_WINDOW_MS, XERO_WINDOW_MS, 0) : 0)
    bench.recordPeaks()
    // Its scans of every few seconds would read whole tables while the indexes are away. Both begin anew, as equals.
    await Promise.all([bench.rig.worker.stop(), other.rig.worker.stop()])
    await writeHistory(bench.rig.pool, stored === 0 ? watched : many.halves.flat(), rows - stored)
    if (stored === 0) await writeHistory(other.rig.pool, other.takeBusinesses(WATCHED), rows)
    else await other.rig.pool.query('checkpoint')
    await Promise.all([bench.rig.worker.start(), other.rig.worker.start()])
    stored = rows
    await window
    const [ofFew, ofMany] = await sideBySide([few, many], sizing)
    measured.push({ rows, few: ofFew, many: ofMany, reads: await readScreens(bench, watched) })
    console.error(`    … ${rows} stored: ${listed(ofMany.all)} texts/s, beside it ${listed(ofFew.all)}`)
  }
  return measured
}

const listed = (numbers: number[], digits = 0): string => numbers.map((one) => one.toFixed(digits)).join(', ')

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
    title: `with history stored: bursts beside one with ${counted(first.rows)}, and screens of businesses that did not grow`,
    figures: [
      ...measured.map(({ rows, many }): Figure => ({
        what: `texts, ${counted(rows)}`,
        value: medianOf(many.compared),
        unit: '/s',
        note: listed(many.all),
      })),
      ...measured.map((one): Figure => {
        const { median, each } = quicker(one.few.compared, one.many.compared)
        return {
          what: `the one beside it over ${counted(one.rows)}, median`,
          value: median,
          unit: '×',
          ...(one === last ? { bar: { atMost: SLOWER_BY } } : {}),
          note: listed(each, 2),
        }
      }),
      ...measured.flatMap(({ rows, few, many }): Figure[] => [
        processorFigure(`processor for a text, ${counted(rows)}`, many),
        processorFigure('beside it', few),
      ]),
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

const processorFigure = (what: string, { cpu: { api, worker, postgres }, pages }: Speeds): Figure => ({
  what,
  value: api + worker + postgres,
  unit: 'ms',
  note:
    `api ${api.toFixed(2)}, worker ${worker.toFixed(2)}, postgres ${postgres.toFixed(2)}; ` +
    `log ${pages.logKiB.toFixed(1)} KiB, pages logged whole ${pages.logged.toFixed(1)}, read in ${pages.read.toFixed(1)}`,
})
