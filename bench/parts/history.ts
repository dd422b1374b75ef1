import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '../figures.ts'
import { explain } from '../rig/explain.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { spreadOf, type Spread } from '../rig/percentiles.ts'
import type { Bench } from './bench.ts'
import { dashboardQuestions } from './dashboard.ts'
import { historyPart, listed, type Measured } from './history-part.ts'
import { openSide, sideBySide } from './side-by-side.ts'
import { settle, writeHistory } from './write-history.ts'

const WATCHED = 20
const READS = 5
const XERO_WINDOW_MS = 60_000
const BURSTS = 7
const FIRST_BURSTS = 2
const BUSINESSES = 100

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
  return besideAnother(async (other) => {
    const before = await Promise.all([countTexts(bench), countTexts(other)])
    const measured = await measureSizes(bench, other, sizes)
    const after = await Promise.all([countTexts(bench), countTexts(other)])
    return historyPart(measured, {
      many: { before: before[0], after: after[0] },
      few: { before: before[1], after: after[1] },
    })
  })
}

/** The bursts leave texts on both sides as well. */
const countTexts = async ({ rig }: Bench): Promise<number> => {
  const { rows } = await rig.pool.query<{ texts: number }>(
    'select count(*)::int as texts from review_requests',
  )
  return rows[0]!.texts
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
    else await settle(other.rig.pool)
    await Promise.all([bench.rig.worker.start(), other.rig.worker.start()])
    stored = rows
    await window
    const [ofFew, ofMany] = await sideBySide([few, many], sizing)
    measured.push({ rows, few: ofFew, many: ofMany, reads: await readScreens(bench, watched) })
    console.error(`    … ${rows} stored: ${listed(ofMany.all)} texts/s, beside it ${listed(ofFew.all)}`)
  }
  return measured
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
