import { beforeAll, describe, expect, test } from 'vitest'
import { explain, nodesOf, type PlanNode } from '../../../bench/rig/explain.ts'
import { writeLongHistory } from '../../../test/support/long-history.ts'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { vacuumAnalyze } from '../../../test/support/vacuum-analyze.ts'
import { findActivityPage } from '../../activity/activity-queries.ts'
import { readChanges } from '../../changes/read-changes.ts'
import type { TenantTrx } from '../../database/database.ts'
import { findMovements } from '../../payments/statements/ledger-queries.ts'
import { searchPatterns } from './search-rules.ts'
import { summariseRequests } from './summarise-requests.ts'
import { countBetween, findTimelinePage } from './timeline-queries.ts'
import { countAskedWeeks } from '../weeks/asked-weeks.ts'

const ROWS = 100_000
const product = useProduct()
let trader: Trader

beforeAll(async () => {
  trader = await createTrader(product)
  const other = await createTrader(product)
  await asOwner(product.databaseUrl, async (pool) => {
    await writeLongHistory(pool, trader, ROWS)
    await writeLongHistory(pool, other, ROWS / 10)
    await vacuumAnalyze(pool, [
      'review_requests',
      'decisions',
      'invoices',
      'send_attempts',
      'entries',
      'transfers',
    ])
  })
}, 120_000)

const page = { order: 'newest' as const, from: undefined, until: undefined, after: undefined, most: 51 }

const activity = {
  order: 'newest' as const,
  outcome: undefined,
  reasons: undefined,
  patterns: [],
  from: undefined,
  until: undefined,
  after: undefined,
  most: 51,
}

describe('with a hundred thousand requests', () => {
  test.each<[string, (trx: TenantTrx) => Promise<unknown>]>([
    ['a page', (trx) => findTimelinePage(trx, trader.businessId, { ...page, patterns: [] })],
    [
      'the oldest',
      (trx) => findTimelinePage(trx, trader.businessId, { ...page, order: 'oldest', patterns: [] }),
    ],
    [
      'a page far down',
      (trx) =>
        findTimelinePage(trx, trader.businessId, {
          ...page,
          patterns: [],
          after: { at: '2026-06-01T00:00:00.123456Z', id: crypto.randomUUID() },
        }),
    ],
    [
      'a search without a match',
      (trx) =>
        findTimelinePage(trx, trader.businessId, { ...page, patterns: searchPatterns('no such name') }),
    ],
    [
      'a search for a phone',
      (trx) =>
        findTimelinePage(trx, trader.businessId, { ...page, patterns: searchPatterns('0412 099 999') }),
    ],
    [
      'a month of days',
      (trx) =>
        countBetween(
          trx,
          trader.businessId,
          Array.from({ length: 49 }, (_, day) => new Date(Date.UTC(2026, 9, day))),
        ),
    ],
    [
      'the figures of the month',
      (trx) => summariseRequests(trx, trader.businessId, { timeZone: 'Australia/Sydney', now: NOW }),
    ],
    [
      'the last weeks',
      (trx) => countAskedWeeks(trx, trader.businessId, { timeZone: 'Australia/Sydney', now: NOW }),
    ],
    ['what has changed', (trx) => readChanges(trx, trader.businessId)],
    ['the ledger', (trx) => findMovements(trx, trader.businessId, { after: undefined, most: 51 })],
    ['all activity', (trx) => findActivityPage(trx, trader.businessId, activity)],
    [
      'the oldest activity',
      (trx) => findActivityPage(trx, trader.businessId, { ...activity, order: 'oldest' }),
    ],
    [
      'the oldest activity, far down',
      (trx) =>
        findActivityPage(trx, trader.businessId, {
          ...activity,
          order: 'oldest',
          after: { at: '2026-06-01T00:00:00.123456Z', id: crypto.randomUUID() },
        }),
    ],
  ])('%s is read by an index, and no table is read through', async (_what, ask) => {
    for (const { plan } of await explain(product.parts.pool, trader.businessId, ask)) {
      const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
      expect(scans.map((node) => node['Relation Name']).filter((table) => BIG.has(String(table)))).toEqual([])
    }
  })

  test.each([
    ['not texted', { outcome: 'skipped' as const }],
    ['not texted, the oldest', { outcome: 'skipped' as const, order: 'oldest' as const }],
    ['everything, the oldest', { order: 'oldest' as const }],
    ['waiting', { outcome: 'pending' as const }],
    ['not texted for a reason', { reasons: ['no_mobile'] }],
    ['failed for a reason', { outcome: 'failed' as const, reasons: ['99999', '99998'] }],
    ['failed', { outcome: 'failed' as const }],
    ['texted', { outcome: 'texted' as const }],
    ['texted, by a search without a match', { patterns: searchPatterns('no such name') }],
  ])('activity that was %s is found without reading what was not', async (_what, filter) => {
    const explained = await explain(product.parts.pool, trader.businessId, (trx) =>
      findActivityPage(trx, trader.businessId, { ...activity, ...filter }),
    )
    for (const { plan } of explained) {
      const read = nodesOf(plan).filter(
        (node) =>
          BIG.has(String(node['Relation Name'])) && node['Index Name'] !== 'review_requests_by_moment',
      )
      expect(read.map(rowsRead).filter((rows) => rows > MOST_READ)).toEqual([])
    }
  })

  test('a search never leaves its index', async () => {
    const [searched] = await explain(product.parts.pool, trader.businessId, (trx) =>
      findTimelinePage(trx, trader.businessId, { ...page, patterns: searchPatterns('no such name') }),
    )
    const scan = nodesOf(searched!.plan).find((node) => node['Index Name'] === 'review_requests_by_moment')
    expect(scan).toMatchObject({ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 })
  })
})

/** The two hundred that failed, and a page or two. */
const MOST_READ = 400

const rowsRead = (node: PlanNode): number =>
  (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'])

const NOW = new Date()
const BIG = new Set(['review_requests', 'decisions', 'invoices', 'transfers', 'entries'])
