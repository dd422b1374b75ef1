import { sql } from 'kysely'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import type { TenantTrx } from '../database/database.ts'
import type { ReviewRequestState } from '../database/tables/review-requests.ts'
import { OPT_OUT_OF_R } from '../opt-outs/opt-out.ts'
import { IS_CROWDED } from '../review-requests/sending/pace/waiting-turns.ts'
import { CUSTOMERS_CLOCK } from '../review-requests/timeline/clock-queries.ts'
import type { CustomersClock } from '../review-requests/timeline/words/customers-clock-rules.ts'
import type { Business } from '../review-requests/timeline/words/request-words-rules.ts'
import type { DecisionDetail } from './activity-rules.ts'
import type { PlannedText } from './cooldown-words-rules.ts'
import { activityArms, wayOf, type Wanted } from './activity-places.ts'

export type ActivityRow = {
  invoiceId: string
  tenantId: string
  organisationName: string
  isConnected: boolean
  shortCode: string | null
  invoiceNumber: string | null
  customerName: string | null
  customerPhone: string | null
  removedAfterMonths: number | null
  contactId: string | null
  total: string
  currency: string | null
  paidOn: string | null
  /** Paid by the day, where the organisation is, on which the business signed up. */
  isOlderThanAccount: boolean
  decidedAt: Date
  /** The same moment, to the microsecond. */
  place: string
  outcome: ActivityOutcome
  skipReason: string | null
  detail: DecisionDetail
  /** Of a decision in the cooldown: the text that was planned for its customer then, as it is now. */
  plannedText: PlannedText | null
  requestId: string | null
  state: ReviewRequestState | null
  stateReason: string | null
  sentAt: Date | null
  /** The moment under which its text stands in the timeline. */
  at: Date | null
  dueAt: Date | null
  meantAt: Date | null
  heldAt: Date | null
  isPostponed: boolean
  clock: CustomersClock | null
  isCrowded: boolean
  isSwitchedOn: boolean
  isAskedFirst: boolean
  optOutSource: string | null
  optedOutAt: Date | null
}

export const findActivityPage = async (
  trx: TenantTrx,
  businessId: string,
  wanted: Wanted,
): Promise<ActivityRow[]> => {
  const arms = await activityArms(trx, businessId, wanted)
  if (arms.length === 0) return []
  const { way } = wayOf(wanted.order)
  const { rows } = await sql<ActivityRow>`
    with page as materialized (
      select * from (${sql.join(arms, sql` union all `)}) arms
      order by decided_at ${way}, invoice_id ${way}
      limit ${wanted.most}
    )
    select ${COLUMNS}
    from page, ${TABLES}
    where d.business_id = ${businessId} and d.tenant_id = page.tenant_id and d.invoice_id = page.invoice_id
    order by page.decided_at ${way}, page.invoice_id ${way}`.execute(trx)
  return rows
}

export const findActivityItem = async (
  trx: TenantTrx,
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
  trx: TenantTrx,
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

/** What holds of all of its texts; of several organisations one that is connected is enough. */
export const findStanding = async (trx: TenantTrx, businessId: string): Promise<Business> => {
  const { rows } = await sql<Business>`
    select automation_enabled as "isSwitchedOn",
           exists (select from organisations where business_id = ${businessId} and state = 'connected') as "isConnected"
    from businesses where id = ${businessId}`.execute(trx)
  return rows[0]!
}

const OUTCOME = sql`case
  when d.outcome = 'skipped' or r.state in ('cancelled', 'expired') then 'skipped'
  when r.state in ('sent', 'delivered') then 'texted'
  when r.state = 'failed' then 'failed'
  else 'pending' end`

const REASON = sql`case
  when d.outcome = 'skipped' then d.reason
  when r.state in ('failed', 'cancelled', 'expired') then coalesce(r.state_reason, r.state) end`

export const TABLES = sql`decisions d
  join businesses b on b.id = d.business_id
  join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
  join organisations o on o.business_id = d.business_id and o.tenant_id = d.tenant_id
  left join review_requests r
    on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id
  ${OPT_OUT_OF_R}`

export const COLUMNS = sql`
  d.invoice_id as "invoiceId", d.tenant_id as "tenantId", o.name as "organisationName",
  o.state = 'connected' as "isConnected", o.short_code as "shortCode", i.number as "invoiceNumber",
  coalesce(r.customer_name, i.contact_name) as "customerName", r.customer_phone as "customerPhone",
  coalesce(r.removed_after_months, i.removed_after_months) as "removedAfterMonths",
  i.contact_id as "contactId", i.total, i.currency, i.paid_on as "paidOn",
  coalesce(i.paid_on < (b.created_at at time zone o.time_zone)::date, false) as "isOlderThanAccount", d.decided_at as "decidedAt",
  to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, ${OUTCOME} as outcome,
  case when d.outcome = 'skipped' then d.reason end as "skipReason", d.detail,
  case when d.outcome = 'skipped' and d.reason = 'cooldown' then (
    select jsonb_build_object('state', p.state, 'at', p.timeline_at) from review_requests p
    where p.tenant_id = (d.detail #>> '{plannedOf,tenantId}')::uuid
      and p.invoice_id = (d.detail #>> '{plannedOf,invoiceId}')::uuid and p.business_id = d.business_id)
    end as "plannedText",
  case when d.outcome = 'scheduled' then r.id end as "requestId",
  case when d.outcome = 'scheduled' then r.state end as state, r.state_reason as "stateReason", r.sent_at as "sentAt",
  r.timeline_at as at, r.due_at as "dueAt", r.meant_at as "meantAt", r.held_at as "heldAt", coalesce(r.state = 'sending', false) and exists (
    select from send_attempts a
    where a.business_id = r.business_id and a.request_id = r.id and a.state = 'retry') as "isPostponed",
  ${CUSTOMERS_CLOCK} as clock, ${IS_CROWDED} as "isCrowded",
  b.automation_enabled as "isSwitchedOn", b.ask_first_at is not null as "isAskedFirst", opt_out.source as "optOutSource", opt_out.opted_out_at as "optedOutAt"`
