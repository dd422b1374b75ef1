import { sql, type RawBuilder } from 'kysely'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import type { Trx } from '../database.ts'
import type { SearchPattern, SearchPatterns } from '../review-requests/search-rules.ts'
import type { ReviewRequestState } from '../tables.ts'

export type ActivityRow = {
  invoiceId: string
  tenantId: string
  organisationName: string
  isConnected: boolean
  shortCode: string | null
  invoiceNumber: string | null
  customerName: string | null
  customerPhone: string | null
  contactId: string | null
  total: string
  currency: string | null
  paidOn: string | null
  decidedAt: Date
  /** The same moment, to the microsecond. */
  place: string
  outcome: ActivityOutcome
  skipReason: string | null
  requestId: string | null
  state: ReviewRequestState | null
  stateReason: string | null
  sentAt: Date | null
  isExcludedContact: boolean
}

export type ActivityPlace = { at: string; id: string }

type Wanted = {
  outcome: ActivityOutcome | undefined
  reason: string | undefined
  patterns: SearchPatterns
  from: Date | undefined
  until: Date | undefined
  after: ActivityPlace | undefined
  most: number
}

export const findActivityPage = async (
  trx: Trx,
  businessId: string,
  { outcome, reason, patterns, from, until, after, most }: Wanted,
): Promise<ActivityRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    ...(outcome ? [sql`${OUTCOME} = ${outcome}`] : []),
    ...(reason ? [sql`${REASON} = ${reason}`] : []),
    ...(from ? [sql`d.decided_at >= ${from}`] : []),
    ...(until ? [sql`d.decided_at < ${until}`] : []),
    ...(after ? [sql`(d.decided_at, d.invoice_id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
    ...patterns.map((any) => sql`(${sql.join(any.map(matches), sql` or `)})`),
  ]
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from ${TABLES}
    where ${sql.join([sql`d.business_id = ${businessId}`, ...conditions], sql` and `)}
    order by d.decided_at desc, d.invoice_id desc
    limit ${most}`.execute(trx)
  return rows
}

export const findActivityItem = async (
  trx: Trx,
  businessId: string,
  invoiceId: string,
): Promise<ActivityRow | undefined> => {
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from ${TABLES}
    where d.business_id = ${businessId} and d.invoice_id = ${invoiceId}
      and d.tenant_id in (select tenant_id from organisations where business_id = ${businessId})`.execute(trx)
  return rows[0]
}

export type OutcomeCount = {
  outcome: ActivityOutcome
  reason: string | null
  state: ReviewRequestState | null
  count: number
}

export const countOutcomes = async (
  trx: Trx,
  businessId: string,
  { from, until }: { from: Date; until: Date },
): Promise<OutcomeCount[]> => {
  const { rows } = await sql<OutcomeCount>`
    select ${OUTCOME} as outcome, ${REASON} as reason,
           case when d.outcome = 'scheduled' and r.state in ('failed', 'cancelled', 'expired') then r.state end as state,
           count(*) as count
    from decisions d
    left join review_requests r
      on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id
    where d.business_id = ${businessId} and d.decided_at >= ${from} and d.decided_at < ${until}
    group by 1, 2, 3`.execute(trx)
  return rows
}

const OUTCOME = sql`case
  when d.outcome = 'skipped' or r.state in ('cancelled', 'expired') then 'skipped'
  when r.state in ('sent', 'delivered') then 'texted'
  when r.state = 'failed' then 'failed'
  else 'pending' end`

const REASON = sql`case
  when d.outcome = 'skipped' then d.reason
  when r.state in ('failed', 'cancelled', 'expired') then coalesce(r.state_reason, r.state) end`

const TABLES = sql`decisions d
  join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
  join organisations o on o.business_id = d.business_id and o.tenant_id = d.tenant_id
  left join review_requests r
    on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id`

/** What has a request is found by the text that is kept there; the others are few, and put together here. */
const matches = (pattern: SearchPattern) =>
  'part' in pattern
    ? sql`strpos(${SEARCH_TEXT}, ${pattern.part}) > 0`
    : sql`${SEARCH_TEXT} like ${pattern.like}`

/** What has a request is found by the text that is kept there; the others are few, and put together here. */
const SEARCH_TEXT = sql`coalesce(
  r.search_text, search_key(coalesce(i.contact_name, '') || ' ' || coalesce(i.number, '')))`

const COLUMNS = sql`
  d.invoice_id as "invoiceId", d.tenant_id as "tenantId", o.name as "organisationName",
  o.state = 'connected' as "isConnected", o.short_code as "shortCode", i.number as "invoiceNumber",
  coalesce(r.customer_name, i.contact_name) as "customerName", r.customer_phone as "customerPhone",
  i.contact_id as "contactId", i.total, i.currency, i.paid_on as "paidOn", d.decided_at as "decidedAt",
  to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, ${OUTCOME} as outcome,
  case when d.outcome = 'skipped' then d.reason end as "skipReason",
  case when d.outcome = 'scheduled' then r.id end as "requestId",
  case when d.outcome = 'scheduled' then r.state end as state, r.state_reason as "stateReason", r.sent_at as "sentAt",
  exists (select from excluded_contacts e
          where e.business_id = d.business_id and e.tenant_id = d.tenant_id and e.contact_id = i.contact_id)
    as "isExcludedContact"`
