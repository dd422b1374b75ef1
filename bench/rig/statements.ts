import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { KEPT } from '../../server/platform/postgres/connections/pool.ts'

/** Settings under which PostgreSQL keeps account of every statement. */
export const WITH_STATEMENTS = { shared_preload_libraries: 'pg_stat_statements' }
/** Of those inside functions as well, and of their planning: this costs some speed. */
export const WITH_ALL_STATEMENTS = {
  ...WITH_STATEMENTS,
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
}

export const countStatements = async (pool: Pool): Promise<void> => {
  await pool.query('create extension if not exists pg_stat_statements')
}

const LOOK_MS = 100
const lastOf = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!
const REHEARSED_WITHIN_MS = 30_000

/**
 * Until the api has rehearsed its doors, some seconds after it was ready: whoever texts has been there for longer.
 * Throws where it does not.
 */
export const untilRehearsed = async (pool: Pool, logFile: string): Promise<void> => {
  const since = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
       where query like '%record_sms_statuses($1::jsonb%'`,
    )
    if (rows[0]!.calls >= KEPT) return
    if (performance.now() - since > REHEARSED_WITHIN_MS)
      throw new Error(`The api did not rehearse its doors. The end of its log: ${lastOf(logFile)}`)
    await pause(LOOK_MS)
  }
}

export const forgetStatements = async (pool: Pool): Promise<void> => {
  await pool.query('select pg_stat_statements_reset()')
}

/** What cost most since `forgetStatements`, planning included; statements inside functions are counted in both. */
export const costliestStatements = async (pool: Pool, most = 15): Promise<string> => {
  const { rows } = await pool.query<Record<string, string>>(
    `select round((total_exec_time + total_plan_time)::numeric)::text as ms,
            round(total_plan_time::numeric)::text as planning,
            calls::text, rows::text,
            round(((total_exec_time + total_plan_time) / greatest(calls, 1))::numeric, 3)::text as each,
            toplevel::text,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query
     from pg_stat_statements
     order by total_exec_time + total_plan_time desc
     limit $1`,
    [most],
  )
  const lines = rows.map(
    ({ ms, planning, calls, each, toplevel, query }) =>
      `${ms!.padStart(8)} ${planning!.padStart(8)} ${calls!.padStart(8)} ${each!.padStart(8)}  ${toplevel === 'true' ? ' ' : '·'} ${query}`,
  )
  return ['      ms planning    calls  ms each    (· inside a function)', ...lines, ''].join('\n')
}
