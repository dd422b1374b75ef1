import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { asBusiness, type Db, type TenantTrx } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/tables.ts'

export type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] }
export type Explained = { ms: number; plan: PlanNode }

/**
 * Runs `ask` as the business itself, with row-level security, and returns the plan and the time of each statement
 * that it ran.
 */
export const explain = async (
  pool: Pool,
  businessId: string,
  ask: (trx: TenantTrx) => Promise<unknown>,
): Promise<Explained[]> => {
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  }) as Db
  await asBusiness(db, businessId, ask)
  const statements = asked.filter((query) => /^\s*(select|with)\b/.test(query.sql))
  return asBusiness(db, businessId, async (trx) => {
    const explained: Explained[] = []
    for (const query of statements) {
      const { rows } = await trx.executeQuery<Row>({
        ...query,
        sql: `explain (analyze, timing off, format json) ${query.sql}`,
      })
      const [answer] = rows[0]!['QUERY PLAN']
      explained.push({ ms: answer['Planning Time'] + answer['Execution Time'], plan: answer.Plan })
    }
    return explained
  })
}

type Row = { 'QUERY PLAN': [{ Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }] }

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** 'Index Only Scan review_requests_timeline, Index Scan review_requests_pkey': how each table was read. */
export const scansOf = (plan: PlanNode): string =>
  [
    ...new Set(
      nodesOf(plan)
        .filter(
          (node) =>
            String(node['Node Type']).endsWith('Scan') && (node['Index Name'] ?? node['Relation Name']),
        )
        .map((node) => `${String(node['Node Type'])} ${String(node['Index Name'] ?? node['Relation Name'])}`),
    ),
  ].join(', ')
