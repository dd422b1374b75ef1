import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { medianOf } from '../rig/percentiles.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Figure, Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { burst } from './burst.ts'
import { writeHistory } from './write-history.ts'

const FLAT = 1.3
const READS = 10
const XERO_WINDOW_MS = 60_000

type Measured = { rows: number; textsPerSecond: number; timelineMs: number }

/** (g) The same burst and the same page of the timeline with more and more behind them. */
export const measureHistory = async (bench: Bench): Promise<Part> => {
  const sizes = bench.sized([10_000, 100_000, 1_000_000], [1_000, 10_000, 100_000], [100, 200])
  const businesses = bench.takeBusinesses(100)
  const half = businesses.length / 2
  const halves = [businesses.slice(0, half), businesses.slice(half)]
  const measured: Measured[] = []
  let stored = 0

  for (const rows of sizes) {
    const window = pause(measured.length > 0 ? bench.sized(XERO_WINDOW_MS, XERO_WINDOW_MS, 0) : 0)
    await writeHistory(bench.rig.pool, businesses, rows - stored)
    stored = rows
    await window
    const speeds: number[] = []
    for (const some of halves)
      speeds.push((await burst(bench, some, bench.sized(2_000, 500, 5))).textsPerSecond)
    const timelineMs = await timelineTime(bench.rig.pool, businesses.slice(0, 20))
    measured.push({ rows, textsPerSecond: (speeds[0]! + speeds[1]!) / 2, timelineMs })
    console.error(
      `    … ${rows} stored: ${speeds.map((speed) => speed.toFixed(0)).join(' and ')} texts/s, timeline ${timelineMs.toFixed(2)} ms`,
    )
  }
  return report(measured)
}

const report = (measured: Measured[]): Part => {
  const first = measured[0]!
  const last = measured.at(-1)!
  return {
    letter: 'g',
    title: 'with history stored: bursts of 2,000 (mean of two), and the first page of a timeline',
    figures: [
      ...measured.flatMap(({ rows, textsPerSecond, timelineMs }): Figure[] => [
        { what: `texts, ${rows.toLocaleString('en-AU')} stored`, value: textsPerSecond, unit: '/s' },
        { what: `timeline, ${rows.toLocaleString('en-AU')} stored`, value: timelineMs, unit: 'ms' },
      ]),
      {
        what: 'texts, fewest over most stored',
        value: first.textsPerSecond / last.textsPerSecond,
        unit: '×',
        bar: { atMost: FLAT },
      },
      {
        what: 'timeline, most over fewest stored',
        value: last.timelineMs / first.timelineMs,
        unit: '×',
        bar: { atMost: FLAT },
      },
    ],
  }
}

const TIMELINE = `with found as materialized (
    select id, timeline_at from review_requests
    where business_id = $1 and state not in ('cancelled', 'expired') order by timeline_at desc, id desc limit 51
  )
  select r.* from found join review_requests r on r.business_id = $1 and r.id = found.id
  order by found.timeline_at desc, found.id desc`

/** Planning and running, as the business with row-level security; the median over businesses, each read ten times. */
const timelineTime = async (pool: Pool, businesses: SeededBusiness[]): Promise<number> => {
  const client = await pool.connect()
  const times: number[] = []
  try {
    for (const { businessId } of Array.from({ length: READS }, () => businesses).flat()) {
      await client.query(`begin; set local role goodword_tenant; set local app.business_id = '${businessId}'`)
      const { rows } = await client.query<{ 'QUERY PLAN': [Record<string, number>] }>(
        `explain (analyze, format json) ${TIMELINE.replaceAll('$1', `'${businessId}'`)}`,
      )
      const plan = rows[0]!['QUERY PLAN'][0]
      times.push(plan['Planning Time']! + plan['Execution Time']!)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
  return medianOf(times)
}
