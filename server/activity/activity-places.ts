import { sql, type RawBuilder } from 'kysely'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import type { TenantTrx } from '../database/database.ts'
import type { SearchPattern, SearchPatterns } from '../review-requests/timeline/search-rules.ts'
import { NOT_COUNTED } from './activity-totals-rules.ts'

export type ActivityPlace = { at: string; id: string }

export type Wanted = {
  outcome: ActivityOutcome | undefined
  /** Codes, of which any is enough. */
  reasons: string[] | undefined
  patterns: SearchPatterns
  from: Date | undefined
  until: Date | undefined
  order: 'newest' | 'oldest'
  after: ActivityPlace | undefined
  most: number
}

/** So many can be looked up one by one; where more match, some are near the top of any list. */
const FEW = 1000

/**
 * Queries for the decisions that are asked for, in their order, each of at most `most`; together they return all.
 * Each reads the index of its kind, so that a filter without a match reads no rows.
 */
export const activityArms = async (
  trx: TenantTrx,
  businessId: string,
  wanted: Wanted,
): Promise<RawBuilder<unknown>[]> => {
  const { outcome, reasons, patterns } = wanted
  const isAll = outcome === undefined
  if (isAll && reasons === undefined && patterns.length === 0) return [arm(businessId, wanted, sql`true`)]

  const arms: RawBuilder<unknown>[] = []
  if (isAll || outcome === 'skipped') arms.push(skippedArm(businessId, wanted))
  const wrong = goneWrong(outcome)
  if (wrong.length > 0) arms.push(goneWrongArm(businessId, wanted, wrong))
  if (reasons !== undefined) return arms
  if (outcome === 'pending') arms.push(pendingArm(businessId, wanted))
  if (isAll || outcome === 'texted') arms.push(await sentArm(trx, businessId, wanted))
  return arms
}

const goneWrong = (outcome: ActivityOutcome | undefined): string[] => {
  if (outcome === undefined) return ['failed', 'cancelled', 'expired']
  if (outcome === 'failed') return ['failed']
  return outcome === 'skipped' ? ['cancelled', 'expired'] : []
}

const skippedArm = (businessId: string, wanted: Wanted): RawBuilder<unknown> =>
  arm(
    businessId,
    wanted,
    sql`d.outcome = 'skipped' ${reasonsOf(wanted)}
      ${found(wanted.patterns, OWN_TEXT)}`,
    wanted.patterns.length === 0
      ? sql``
      : sql`join invoices i
          on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id`,
  )

/** Where the skipped ones are asked for, those in no figure are not among them, unless they are asked for by reason. */
const reasonsOf = ({ outcome, reasons }: Wanted): RawBuilder<unknown> => {
  if (reasons !== undefined) return sql`and d.reason = any(${reasons})`
  return outcome === 'skipped' ? sql`and d.reason <> all(${NOT_COUNTED})` : sql``
}

const goneWrongArm = (businessId: string, wanted: Wanted, states: string[]): RawBuilder<unknown> =>
  arm(
    businessId,
    wanted,
    sql`${of(businessId, sql`r.state in (${sql.join(states)}) and r.state in ('failed', 'cancelled', 'expired')`)}
      ${wanted.reasons === undefined ? sql`` : sql`and coalesce(r.state_reason, r.state) = any(${wanted.reasons})`}
      ${found(wanted.patterns, sql`r.search_text`)}`,
    REQUEST,
  )

/** Those that wait are in the index of what is due or of what is held; those under way have an attempt that is open. */
const pendingArm = (businessId: string, wanted: Wanted): RawBuilder<unknown> =>
  arm(
    businessId,
    wanted,
    sql`${of(
      businessId,
      sql`r.state in ('scheduled', 'waiting_for_funds', 'held', 'sending', 'unknown') and r.id in (
        select id from review_requests
        where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds')
        union all
        select id from review_requests where business_id = ${businessId} and state = 'held'
        union all
        select request_id from send_attempts where business_id = ${businessId} and state = 'sending'
        union all
        select request_id from send_attempts where business_id = ${businessId} and state = 'retry'
        union all
        select request_id from send_attempts where business_id = ${businessId} and state = 'unknown')`,
    )} ${found(wanted.patterns, sql`r.search_text`)}`,
    REQUEST,
  )

/** Of all outcomes, those that wait included, which a search finds in the same index. */
const sentArm = async (trx: TenantTrx, businessId: string, wanted: Wanted): Promise<RawBuilder<unknown>> => {
  const { rows } = await sql<{ id: string }>`
    select id from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired')
      ${found(wanted.patterns, sql`search_text`)}
    order by timeline_at desc, id desc
    limit ${FEW + 1}`.execute(trx)
  const state =
    wanted.outcome === 'texted'
      ? sql`r.state in ('sent', 'delivered')`
      : sql`r.state not in ('failed', 'cancelled', 'expired')`
  const isFew = rows.length <= FEW
  return arm(
    businessId,
    wanted,
    sql`${of(businessId, state)} ${
      isFew
        ? sql`and r.id = any(${rows.map(({ id }) => id)}::uuid[])`
        : found(wanted.patterns, sql`r.search_text`)
    }`,
    REQUEST,
  )
}

const of = (businessId: string, state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`d.outcome = 'scheduled' and r.business_id = ${businessId} and ${state}`

const REQUEST = sql`join review_requests r on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id`

const arm = (
  businessId: string,
  { from, until, order, after, most }: Wanted,
  condition: RawBuilder<unknown>,
  joined: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`(
  select d.tenant_id, d.invoice_id, d.decided_at
  from decisions d ${joined}
  where d.business_id = ${businessId} and ${condition}
    ${from ? sql`and d.decided_at >= ${from}` : sql``}
    ${until ? sql`and d.decided_at < ${until}` : sql``}
    ${after ? sql`and (d.decided_at, d.invoice_id) ${wayOf(order).beyond} (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
  order by d.decided_at ${wayOf(order).way}, d.invoice_id ${wayOf(order).way}
  limit ${most})`

export const wayOf = (order: Wanted['order']) =>
  order === 'newest'
    ? { way: sql.raw('desc'), beyond: sql.raw('<') }
    : { way: sql.raw('asc'), beyond: sql.raw('>') }

const found = (patterns: SearchPatterns, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  patterns.length === 0
    ? sql``
    : sql`and ${sql.join(
        patterns.map((any) => sql`(${sql.join(any.map(matches(text)), sql` or `)})`),
        sql` and `,
      )}`

const matches = (text: RawBuilder<unknown>) => (pattern: SearchPattern) =>
  'part' in pattern ? sql`strpos(${text}, ${pattern.part}) > 0` : sql`${text} like ${pattern.like}`

/** Invoices with a request are found by its search text; that of the others is composed here. */
const OWN_TEXT = sql`search_key(coalesce(i.contact_name, '') || ' ' || coalesce(i.number, ''))`
