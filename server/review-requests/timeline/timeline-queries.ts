import { sql, type RawBuilder } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { OPT_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import { IS_CROWDED } from '../sending/pace/waiting-turns.ts'
import { CUSTOMERS_CLOCK } from './clock-queries.ts'
import type { PresentedRow } from './present-request-rules.ts'
import type { SearchPattern, SearchPatterns } from './search-rules.ts'

export type RequestRow = PresentedRow & {
  /** The moment of `at` to the microsecond: two texts of one millisecond stand apart. */
  place: string
}

export type TimelinePlace = { at: string; id: string }

type Wanted = {
  patterns: SearchPatterns
  order: 'newest' | 'oldest'
  from: Date | undefined
  until: Date | undefined
  after: TimelinePlace | undefined
  most: number
}

/**
 * A page of the timeline. Each of its parts, and how it searches, never leaves an index; only its own rows are read.
 */
export const findTimelinePage = async (
  trx: TenantTrx,
  businessId: string,
  { patterns, order, from, until, after, most }: Wanted,
): Promise<RequestRow[]> => {
  const [way, beyond] = order === 'newest' ? [sql.raw('desc'), sql.raw('<')] : [sql.raw('asc'), sql.raw('>')]
  const conditions: RawBuilder<unknown>[] = [
    ...(from ? [sql`timeline_at >= ${from}`] : []),
    ...(until ? [sql`timeline_at < ${until}`] : []),
    ...(after ? [sql`(timeline_at, id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
    ...patterns.map((any) => sql`(${sql.join(any.map(matches), sql` or `)})`),
  ]
  const parts = PARTS.map(
    (part) => sql`(
      select id, timeline_at from review_requests
      where ${sql.join([sql`business_id = ${businessId} and reminder_of is null and ${part}`, ...conditions], sql` and `)}
      order by timeline_at ${way}, id ${way}
      limit ${most})`,
  )
  const { rows } = await sql<RequestRow>`
    with found as materialized (
      select id, timeline_at from (${sql.join(parts, sql` union all `)}) parts
      order by timeline_at ${way}, id ${way}
      limit ${most}
    )
    select ${COLUMNS}
    from found, ${TABLES}
    where r.business_id = ${businessId} and r.id = found.id
    order by found.timeline_at ${way}, found.id ${way}`.execute(trx)
  return rows
}

/** Each is in one index, by the moment. */
const PARTS = [sql`state not in ('cancelled', 'expired')`, sql`state = 'cancelled'`, sql`state = 'expired'`]

export const findRequest = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
): Promise<RequestRow | undefined> => {
  const { rows } = await sql<RequestRow>`
    select ${COLUMNS} from ${TABLES} where r.business_id = ${businessId} and r.id = ${id}`.execute(trx)
  return rows[0]
}

/**
 * How many requests there are between each of these instants and the next, in their order. The caller computes the
 * instants from days, so that changes of the clocks do not matter here.
 */
export const countBetween = async (
  trx: TenantTrx,
  businessId: string,
  instants: Date[],
): Promise<number[]> => {
  const parts = PARTS.map(
    (part) => sql`
      select timeline_at from review_requests
      where business_id = ${businessId} and reminder_of is null and ${part}
        and timeline_at >= ${instants[0]!} and timeline_at < ${instants.at(-1)!}`,
  )
  const { rows } = await sql<{ bucket: number; count: number }>`
    select width_bucket(timeline_at, ${instants}::timestamptz[]) as bucket, count(*) as count
    from (${sql.join(parts, sql` union all `)}) parts
    group by 1`.execute(trx)
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  return instants.slice(0, -1).map((_, index) => counts.get(index + 1) ?? 0)
}

const matches = (pattern: SearchPattern) =>
  'part' in pattern ? sql`strpos(search_text, ${pattern.part}) > 0` : sql`search_text like ${pattern.like}`

const TABLES = sql`review_requests r
  join businesses b on b.id = r.business_id
  ${JOIN_INVOICE_OF_R}
  left join organisations o on o.business_id = r.business_id and o.tenant_id = r.tenant_id
  ${OPT_OUT_OF_R}`

/** Of its reminder, by text or by e-mail, and no join: the planner orders only so many of them. */
const REMINDER_OF_R = sql`
  coalesce(
    (select m.state from review_requests m where m.business_id = r.business_id and m.reminder_of = r.id),
    (select case m.state when 'planned' then 'scheduled' else m.state end from reminder_mails m
     where m.business_id = r.business_id and m.request_id = r.id)) as "reminderState",
  coalesce(
    (select m.timeline_at from review_requests m where m.business_id = r.business_id and m.reminder_of = r.id),
    (select case m.state when 'planned' then m.due_at else m.state_at end from reminder_mails m
     where m.business_id = r.business_id and m.request_id = r.id)) as "reminderAt"`

const COLUMNS = sql`${CUSTOMERS_CLOCK} as clock, ${IS_CROWDED} as "isCrowded",
  r.id, r.reminder_of as "reminderOf", i.invoice_id as "invoiceId", r.customer_name as "customerName", r.customer_phone as "customerPhone",
  r.customer_email as "customerEmail", r.removed_after_months as "removedAfterMonths", r.invoice_number as "invoiceNumber", r.state, r.state_reason as "stateReason",
  r.timeline_at as at, to_char(r.timeline_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
  r.sent_at as "sentAt", r.delivered_at as "deliveredAt", r.opened_at as "openedAt", r.open_count as "openCount",
  r.due_at as "dueAt", r.meant_at as "meantAt", r.held_at as "heldAt", r.state = 'sending' and exists (
    select from send_attempts a
    where a.business_id = r.business_id and a.request_id = r.id and a.state = 'retry') as "isPostponed",
${REMINDER_OF_R}, b.ask_first_at is not null as "isAskedFirst", i.contact_id as "contactId", o.short_code as "shortCode", coalesce(o.state = 'connected', false) as "isConnected",
  b.automation_enabled as "isSwitchedOn", opt_out.source as "optOutSource", opt_out.opted_out_at as "optedOutAt"`
