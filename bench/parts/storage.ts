import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import { eachAtOnce, type Bench } from './bench.ts'

const ORGANISATIONS = 50
const PATIENCE_MS = 90_000
const VISITORS = 16

type Sizes = Map<string, { rows: number; indexes: number }>

/** (s) What one text leaves behind, with its indexes: its webhook, two reports, and a visit of its link. */
export const measureStorage = async (bench: Bench): Promise<Part> => {
  const { upstream, pool } = bench.rig
  const each = bench.sized(100, 20, 2)
  const businesses = bench.takeBusinesses(ORGANISATIONS)
  const before = await sizes(bench)
  const { texts, callbacks } = await upstream.stats()
  const counts = bench.takeCounts(each * businesses.length)
  await eachAtOnce(businesses, bench.concurrency, async ({ tenantId }) => {
    const at = businesses.findIndex((business) => business.tenantId === tenantId)
    await bench.webhooks.sendUntilTaken(tenantId, counts.slice(at * each, (at + 1) * each))
  })
  await upstream.waitForTexts(texts + counts.length, PATIENCE_MS)
  await reportsCame(bench, callbacks.answered + 2 * counts.length)
  const { rows } = await pool.query<{ token: string }>(
    'select link_token as token from review_requests where business_id = any($1) and opened_at is null and sent_at is not null',
    [businesses.map(({ businessId }) => businessId)],
  )
  await eachAtOnce(rows, VISITORS, async ({ token }) => {
    await fetch(`http://127.0.0.1:${bench.rig.port}/r/${token}`, { redirect: 'manual' })
  })
  const sent = (await upstream.stats()).texts - texts
  const grown = [...(await sizes(bench))].map(([table, now]) => {
    const then = before.get(table) ?? { rows: 0, indexes: 0 }
    return { table, rows: (now.rows - then.rows) / sent, indexes: (now.indexes - then.indexes) / sent }
  })
  return report(grown.filter((one) => one.rows + one.indexes >= 1).toSorted(larger), sent)
}

type Grown = { table: string; rows: number; indexes: number }

const larger = (one: Grown, other: Grown): number => other.rows + other.indexes - one.rows - one.indexes

const report = (grown: Grown[], texts: number): Part => {
  const sum = (of: 'rows' | 'indexes') => grown.reduce((total, one) => total + one[of], 0)
  return {
    letter: 's',
    title: `stored for a text, of ${texts} with two reports and a visit each`,
    figures: [
      {
        what: 'rows and indexes',
        value: sum('rows') + sum('indexes'),
        unit: 'B',
        note: `rows ${sum('rows').toFixed(0)}, indexes ${sum('indexes').toFixed(0)}`,
      },
      ...grown.map(({ table, rows, indexes }): Figure => ({
        what: table,
        value: rows + indexes,
        unit: 'B',
        note: `rows ${rows.toFixed(0)}, indexes ${indexes.toFixed(0)}`,
      })),
    ],
  }
}

const sizes = async ({ rig }: Bench): Promise<Sizes> => {
  const { rows } = await rig.pool.query<{ table: string; rows: string; indexes: string }>(
    `select relname as table, sum(pg_table_size(part)) as rows, sum(pg_indexes_size(part)) as indexes
     from pg_class c cross join lateral (select c.oid as part union select relid from pg_partition_tree(c.oid)) parts
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(
    rows.map(({ table, ...size }) => [table, { rows: Number(size.rows), indexes: Number(size.indexes) }]),
  )
}

/** Waits until the gateway has an answer to so many of its reports. Throws where they do not come. */
export const reportsCame = async ({ rig }: Bench, wanted: number): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { answered } = (await rig.upstream.stats()).callbacks
    if (answered >= wanted) return
    if (Date.now() > end) throw new Error(`Of ${wanted} reports of the gateway ${answered} were answered.`)
    await pause(100)
  }
}
