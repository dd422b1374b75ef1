import type { Pool } from 'pg'
import type { Figure } from '../figures.ts'

/** The stages of a text's life, each known by what stands in its statements; the first that fits has it. */
const STAGES: [stage: string, words: RegExp][] = [
  ['callbacks', /record_sms_statuses|as asked \(id\)/],
  ['record', /record_accepted/],
  ['door', /receive_xero_events|pg_notify\(\$\d+, key\)/],
  [
    'sync',
    /take_xero_calls|\bleases\b|"authorisationId"|"correlationId"|xero_authorisations|clock_timestamp/,
  ],
  [
    'decide',
    /into (invoices|decisions|review_requests)|"requestState"|phone\.hash|"cooldownDays"|update (xero_events|organisations)/,
  ],
  [
    'claim',
    /into (send_attempts|transfers)|balances|with claim|with wanted|"customerName"|"hasStale"|"ownSender"/,
  ],
  ['commit', /^(begin|commit|rollback|set local)/i],
]
const OTHER = 'other'

type Spent = { statements: number; ms: number }
export type DatabaseWork = { walBytes: number; stages: Map<string, Spent> }

/** What PostgreSQL has done so far; the difference of two of these shows what a text costs it. */
export const readDatabaseWork = async (pool: Pool): Promise<DatabaseWork> => {
  const { rows } = await pool.query<{ query: string; calls: string; ms: number }>(
    'select query, calls, total_exec_time + total_plan_time as ms from pg_stat_statements where toplevel',
  )
  const stages = new Map<string, Spent>()
  for (const { query, calls, ms } of rows) {
    const words = query.replaceAll(/\s+/g, ' ')
    const stage = STAGES.find(([, fits]) => fits.test(words))?.[0] ?? OTHER
    const spent = stages.get(stage) ?? { statements: 0, ms: 0 }
    stages.set(stage, { statements: spent.statements + Number(calls), ms: spent.ms + ms })
  }
  const wal = await pool.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  )
  return { walBytes: Number(wal.rows[0]!.bytes), stages }
}

/** Statements, time and log a text, by stage. The time is that of a clock: where a core is short, it counts waiting. */
export const databaseFigures = (before: DatabaseWork, after: DatabaseWork, texts: number): Figure[] => {
  const spent = [...after.stages].map(([stage, { statements, ms }]) => ({
    stage,
    statements: (statements - (before.stages.get(stage)?.statements ?? 0)) / texts,
    ms: (ms - (before.stages.get(stage)?.ms ?? 0)) / texts,
  }))
  const sum = (of: 'statements' | 'ms') => spent.reduce((total, one) => total + one[of], 0)
  const listed = (of: 'statements' | 'ms') =>
    spent
      .toSorted((one, other) => other[of] - one[of])
      .map((one) => `${one.stage} ${one[of].toFixed(2)}`)
      .join(', ')
  return [
    { what: 'statements a text', value: sum('statements'), unit: '', note: listed('statements') },
    { what: 'of PostgreSQL a text', value: sum('ms'), unit: 'ms', note: listed('ms') },
    { what: 'log (WAL) a text', value: (after.walBytes - before.walBytes) / texts / 1024, unit: 'KiB' },
  ]
}
