import type { Pool } from 'pg'

export type Periodic = { query: string; calls: number; blocks: number; rows: number; ms: number }

/**
 * Statements of which at least so many ran since `forgetStatements`, with what one call of each reads. What was
 * prepared before that stands there with its literals, the rest without.
 */
export const periodicStatements = async (pool: Pool, leastCalls: number): Promise<Periodic[]> => {
  const { rows } = await pool.query<Periodic>(
    `select words as query, sum(calls)::int as calls,
            (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float as blocks,
            (sum(rows) / sum(calls))::float as rows, (sum(total_exec_time) / sum(calls))::float as ms
     from (select *, regexp_replace(regexp_replace(query, '\\s+', ' ', 'g'), '''[^'']*''|\\$\\d+|\\m\\d+\\M', '?', 'g') as words from pg_stat_statements
           where toplevel and dbid = (select oid from pg_database where datname = current_database())) s
     where words !~* 'pg_stat_statements|^(begin|commit|rollback|set|discard|reset)'
     group by words having sum(calls) >= $1 order by blocks desc`,
    [leastCalls],
  )
  return rows
}
