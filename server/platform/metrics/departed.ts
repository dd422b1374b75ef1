import { sql, type Kysely } from 'kysely'
import { inTransaction } from '../postgres/connections/db.ts'
import { lastingOf, negative, sumOf, type Reading } from './readings.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- any database that has the tables processes and metric_totals
export type MetricsDb = Kysely<any>

/** Longer than a process needs to write again after the database was away for a moment. */
export const IS_SILENT = sql<boolean>`seen_at < now() - interval '1 minute'`

/** Rows that are kept for processes that may come back: a program that ends at each start makes no more of them. */
const MOST_KEPT = 100

/** Adds up what silent processes had counted. Each is added once, however many processes do so at the same time. */
export const foldSilent = (db: MetricsDb): Promise<void> =>
  changeTotals(db, async (trx, totals) => {
    const { rows } = await sql<{ id: string; metrics: Reading }>`
      select id, metrics from processes
      where metrics is not null and departed_at is null and ${IS_SILENT} for update`.execute(trx)
    for (const { id, metrics } of rows)
      await sql`update processes set departed_at = now(), metrics = ${JSON.stringify(lastingOf(metrics))}::jsonb
                where id = ${id}`.execute(trx)
    await sql`
      delete from processes
      where departed_at < now() - interval '1 day'
         or id in (select id from processes where departed_at is not null
                   order by departed_at desc, id offset ${MOST_KEPT})`.execute(trx)
    return sum([totals, ...rows.map(({ metrics }) => lastingOf(metrics))])
  })

/** What this process had counted by its last share, which is its end. */
export const foldOwn = (db: MetricsDb, id: string): Promise<void> =>
  changeTotals(db, async (trx, totals) => {
    const { rows } = await sql<{ metrics: Reading }>`
      delete from processes where id = ${id} and departed_at is null returning metrics`.execute(trx)
    return sum([totals, ...rows.map(({ metrics }) => lastingOf(metrics))])
  })

/** Takes out of the totals what was folded of this process, and shares `reading` instead; false where it is gone. */
export const comeBack = async (db: MetricsDb, id: string, reading: Reading): Promise<boolean> => {
  let isKnown = false
  await changeTotals(db, async (trx, totals) => {
    const { rows } = await sql<{ metrics: Reading; departed: boolean }>`
      select metrics, departed_at is not null as departed from processes where id = ${id} for update`.execute(
      trx,
    )
    const [row] = rows
    if (!row) return totals
    isKnown = true
    await sql`
      update processes set metrics = ${JSON.stringify(reading)}::jsonb, seen_at = now(), departed_at = null
      where id = ${id}`.execute(trx)
    return row.departed ? sum([totals, negative(row.metrics)]) : totals
  })
  return isKnown
}

/** One transaction at a time, by the lock of the one row. */
const changeTotals = (
  db: MetricsDb,
  change: (trx: MetricsDb, totals: Reading) => Promise<Reading>,
): Promise<void> =>
  inTransaction(db, 'begin', async (trx) => {
    const { rows } = await sql<{ totals: Reading }>`select totals from metric_totals for update`.execute(trx)
    const totals = rows[0]!.totals
    const changed = await change(trx, totals)
    if (changed !== totals)
      await sql`update metric_totals set totals = ${JSON.stringify(changed)}::jsonb`.execute(trx)
  })

const sum = (readings: Reading[]): Promise<Reading> => sumOf(readings).getMetricsAsJSON()
