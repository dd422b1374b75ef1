import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import { HOUR_MS } from '../../../platform/dates.ts'
import { FUNDS_WAIT_DAYS, PENDING_DAYS } from '../../../review-requests/sending/claim-rules.ts'
import { isOpenAgain } from '../../../review-requests/deciding/cancel-unpaid.ts'

export type Fate = {
  /** A day in the organisation's time zone. */
  day: string
  verdict: 'sent' | 'explained' | 'missing'
  reason: string
  count: number
  /** Numbers of some of the invoices, for the missing ones. */
  examples: string[]
}

type Scope = {
  businessId: string
  tenantId: string
  timeZone: string
  since: Date
  now: Date
  /** Younger than this is still on its way. */
  grace: Date
  /** Judged elsewhere. */
  without: string[]
}

/** Of each line: so many that an operator can look at. */
export const EXAMPLES = 5

/** When this organisation first had an invoice decided after going live: earlier payments are not counted. */
export const firstDecidedAt = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(decided_at) as at
    from decisions
    where business_id = ${businessId} and tenant_id = ${tenantId}
      and reason is distinct from 'paid_before_go_live'`.execute(db)
  return rows[0]?.at ?? null
}

/** What became of every invoice that was decided in time, counted by day and reason in one pass. */
export const fatesOfDecided = async (db: Db, scope: Scope): Promise<Fate[]> => {
  const { businessId, tenantId, timeZone, since, now, grace, without } = scope
  const fundsGrace = new Date(grace.getTime() - (FUNDS_WAIT_DAYS * 24 + 2) * HOUR_MS)
  const heldGrace = new Date(grace.getTime() - (PENDING_DAYS * 24 + 2) * HOUR_MS)
  const { rows } = await sql<Fate>`
    with judged as (
      select coalesce(i.paid_on, (d.decided_at at time zone ${timeZone})::date)::text as day,
             coalesce(i.number, i.invoice_id::text) as invoice,
             case
               when d.outcome = 'skipped' then 'explained:' || d.reason
               when r.id is null then
                 case when d.decided_at > ${grace} then 'explained:just_decided'
                      else 'missing:decided to text, but there is no request' end
               when r.business_id <> d.business_id then 'explained:texted_for_another_business'
               when r.sent_at is not null then 'sent:sent'
               when r.state in ('cancelled', 'expired', 'failed') then
                 coalesce('explained:' || r.state_reason, 'missing:' || r.state || ' without a reason')
               when r.state = 'waiting_for_funds' then
                 case when r.waiting_since <= ${fundsGrace} then 'missing:waits for funds longer than it may'
                      else 'explained:waiting_for_funds' end
               when r.state = 'held' then
                 case when r.meant_at <= ${heldGrace} then 'missing:held longer than it may be'
                      else 'explained:held_by_owner' end
               when r.state = 'scheduled' then
                 case when r.due_at > ${now} then
                        case when r.state_reason = 'xero_unreachable' then 'explained:xero_unreachable'
                             else 'explained:due_later' end
                      when r.due_at > ${grace} then 'explained:just_due'
                      -- Released by new funds just now, or behind one that waits for funds.
                      when r.waiting_since > ${fundsGrace} or exists (select from review_requests w
                                   where w.business_id = ${businessId} and w.state = 'waiting_for_funds')
                        then 'explained:waiting_for_funds'
                      else 'missing:due, and no worker sends it' end
               when r.state in ('sending', 'unknown') then
                 case when a.state is null then 'missing:being sent, but by no attempt'
                      when a.state = 'sending' and a.claimed_at > ${grace} then 'explained:being_sent'
                      when a.state = 'retry' and a.retry_at > ${grace} then 'explained:gateway_retry'
                      when a.state = 'unknown' and a.next_look_at > ${grace} then 'explained:being_looked_for'
                      when a.state = 'unknown' and a.next_look_at is null then 'explained:waits_for_the_operator'
                      else 'missing:handed over, and no worker looks for it' end
               else 'missing:called ' || r.state || ', but the gateway never took it'
             end as fate
      from decisions d
      join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
      left join review_requests r on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id
      left join lateral (
        select a.state, a.claimed_at, a.retry_at, a.next_look_at
        from send_attempts a
        where r.state in ('sending', 'unknown') and a.business_id = r.business_id and a.request_id = r.id
          and a.state in ('sending', 'retry', 'unknown')
        order by a.number desc limit 1
      ) a on true
      where d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.decided_at >= ${since}
        and d.invoice_id <> all(${without}::uuid[])
    )
    select day, split_part(fate, ':', 1) as verdict, split_part(fate, ':', 2) as reason, count(*) as count,
           case when fate like 'missing:%' then (array_agg(invoice order by invoice))[1:${sql.lit(EXAMPLES)}]
                else '{}' end as examples
    from judged
    group by day, fate`.execute(db)
  return rows
}

/** Paid invoices on record without a decision: one transaction writes both, so that there should be none. */
export const fatesOfUndecided = async (
  db: Db,
  { businessId, tenantId, timeZone, since, grace, without }: Scope,
): Promise<Fate[]> => {
  const { rows } = await sql<Fate>`
    select coalesce(i.paid_on, (i.first_seen_at at time zone ${timeZone})::date)::text as day,
           case when i.first_seen_at > ${grace} then 'explained' else 'missing' end as verdict,
           case when i.first_seen_at > ${grace} then 'just_paid' else 'paid, but never decided' end as reason,
           count(*) as count,
           (array_agg(coalesce(i.number, i.invoice_id::text)))[1:${sql.lit(EXAMPLES)}] as examples
    from invoices i
    where i.business_id = ${businessId} and i.tenant_id = ${tenantId} and i.first_seen_at >= ${since}
      and i.status = 'PAID' and i.invoice_id <> all(${without}::uuid[])
      and not exists (select from decisions d
                      where d.business_id = i.business_id and d.tenant_id = i.tenant_id
                        and d.invoice_id = i.invoice_id)
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Which of these have a final outcome, and which are in a webhook that waits to be handled. */
export const knownOfListed = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
  now: Date,
): Promise<Map<string, { isDecided: boolean; heardAt: Date | null }>> => {
  const { rows } = await sql<{ id: string; isDecided: boolean; heardAt: Date | null }>`
    select listed.id::text as id,
           exists (select from decisions d
                   where d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.invoice_id = listed.id
                     -- Whoever was left in peace has an outcome, also while she is to be asked after all.
                     and not (d.outcome = 'scheduled' and ${isOpenAgain(now)})) as "isDecided",
           (select max(e.received_at) from xero_events e
            where e.business_id = ${businessId} and e.tenant_id = ${tenantId} and e.resource_id = listed.id
              and e.handled_at is null) as "heardAt"
    from unnest(${invoiceIds}::uuid[]) as listed (id)`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
