import type { ClientBase } from 'pg'
import { nodesOf, type PlanNode } from '../../../bench/rig/explain.ts'

/** Whose business's rows a plan reads, as PostgreSQL would run the statement whatever its parameters are. */
export type Bound =
  | 'no rows of a business'
  /** Each of its scans begins with the business that a parameter names, or with that of a row found so. */
  | 'one business'
  | 'by another key'

/**
 * Asks PostgreSQL for the plan of a statement as it was sent. `touchesRows`: rows of businesses were told of, so that a
 * statement whose plan shows no table of theirs reads them inside a function.
 */
export const boundOf = async (
  owner: ClientBase,
  text: string,
  { owned, touchesRows }: { owned: Set<string>; touchesRows: boolean },
): Promise<Bound> => {
  const nodes = PLANNED.test(text) ? await planOf(owner, text) : []
  const mine = nodes.filter((node) => owned.has(String(node['Relation Name'])))
  if (mine.length === 0) return touchesRows ? 'by another key' : 'no rows of a business'
  const scans = mine.filter((node) => node['Node Type'] !== 'ModifyTable')
  // Rows that are only written have their business told of.
  if (scans.length === 0) return 'one business'
  const isLed = scans.every((scan) => LED.test(conditionsOf(scan)))
  return isLed && scans.some((scan) => NAMED.test(conditionsOf(scan))) ? 'one business' : 'by another key'
}

const PLANNED = /^\s*\(*\s*(select|with|insert|update|delete)\b/i
const NAMED = /\bbusiness_id = \$\d+/
/** By a parameter, or by a row of the same plan, which is itself looked at. */
const LED = /\bbusiness_id = (\$\d+|\w+\.(business_id|id)\b)/

const planOf = async (owner: ClientBase, text: string): Promise<PlanNode[]> => {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${text}`,
  )
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
}

const conditionsOf = (scan: PlanNode): string => {
  const words = [scan['Index Cond'], scan['Recheck Cond'], scan['Filter']].join(' ')
  return scan['Relation Name'] === 'businesses' ? words.replaceAll(/\bid = /g, 'business_id = ') : words
}
