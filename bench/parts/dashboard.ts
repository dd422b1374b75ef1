import { countOutcomes, findActivityPage } from '../../server/activity/activity-queries.ts'
import { readChanges } from '../../server/changes/read-changes.ts'
import type { TenantTrx } from '../../server/database/database.ts'
import { DAY_MS } from '../../server/platform/dates.ts'
import { searchPatterns } from '../../server/review-requests/timeline/search-rules.ts'
import { summariseRequests } from '../../server/review-requests/timeline/summarise-requests.ts'
import { countBetween, findTimelinePage } from '../../server/review-requests/timeline/timeline-queries.ts'
import type { Figure, Part } from '../figures.ts'
import { explain, scansOf } from '../rig/explain.ts'
import { medianOf } from '../rig/percentiles.ts'
import type { Bench } from './bench.ts'
import { writeHistory } from './write-history.ts'

const TIMES = 15
const LIST_MS = 30
const SEARCH_MS = 80

/** (h) What one owner's dashboard asks, with a hundred thousand requests of hers behind it; each plan is shown. */
export const measureDashboard = async (bench: Bench): Promise<Part> => {
  const rows = bench.sized(100_000, 20_000, 500)
  const [business] = bench.takeBusinesses(1) as [{ businessId: string; tenantId: string; name: string }]
  const { businessId } = business
  const { pool } = bench.rig
  await writeHistory(pool, [business], rows)
  const figures: Figure[] = []
  for (const [what, bar, ask] of dashboardQuestions(businessId)) {
    const times: number[] = []
    let scans = ''
    for (let time = 0; time < bench.sized(TIMES, TIMES, 1); time += 1) {
      const explained = await explain(pool, businessId, ask)
      times.push(explained.reduce((sum, { ms }) => sum + ms, 0))
      scans = explained.map(({ plan }) => scansOf(plan)).join('; ')
    }
    figures.push({ what, value: medianOf(times), unit: 'ms', bar: { atMost: bar }, note: scans })
  }
  const title = `a dashboard with ${rows.toLocaleString('en-AU')} requests: planning and running, at the database`
  return { letter: 'h', title, figures }
}

type Question = [what: string, barMs: number, ask: (trx: TenantTrx) => Promise<unknown>]

/** What the screens of one business ask. */
export const dashboardQuestions = (businessId: string): Question[] => {
  const now = new Date()
  const page = { order: 'newest' as const, from: undefined, until: undefined, after: undefined, most: 51 }
  const search = (typed: string) => (trx: TenantTrx) =>
    findTimelinePage(trx, businessId, { ...page, patterns: searchPatterns(typed) })
  const days = Array.from({ length: 49 }, (_, index) => new Date(now.getTime() + (index - 42) * DAY_MS))
  const month = { from: days[12]!, until: days[42]! }
  const everything = { ...page, outcome: undefined, reasons: undefined, patterns: searchPatterns('') }

  return [
    ['first page', LIST_MS, search('')],
    [
      'oldest page',
      LIST_MS,
      (trx) => findTimelinePage(trx, businessId, { ...page, order: 'oldest', patterns: [] }),
    ],
    ['search, found often', SEARCH_MS, search('customer 77')],
    ['search, found nowhere', SEARCH_MS, search('nobody at all')],
    ['search, a phone found nowhere', SEARCH_MS, search('0412 999 999')],
    ['days of a month', LIST_MS, (trx) => countBetween(trx, businessId, days)],
    [
      'figures of the month',
      LIST_MS,
      (trx) => summariseRequests(trx, businessId, { timeZone: 'Australia/Sydney', now }),
    ],
    ['what has changed', LIST_MS, (trx) => readChanges(trx, businessId)],
    ['all activity', LIST_MS, (trx) => findActivityPage(trx, businessId, everything)],
    ['sums of a month of it', LIST_MS, (trx) => countOutcomes(trx, businessId, month)],
  ]
}
