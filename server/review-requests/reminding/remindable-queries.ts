import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { isCountedOfR } from '../../experiments/experiment-queries.ts'
import { IS_OPTED_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import type { RuledInvoice } from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'
import type { Remindable } from './reminder-rules.ts'

export type RemindableText = Remindable & {
  id: string
  tenantId: string
  invoiceId: string
  phone: string | null
  timeZone: string
  ruled: RuledInvoice
  /** A payment is on record; one that was made before the invoice is not told from a credit note. */
  isPaidInMoney: boolean
  /** Xero can be asked, and tells what becomes of its invoice. */
  isConnected: boolean
  /** Links of later texts to this customer that a restore has forgotten; null for one without words. */
  foundTokens: (string | null)[]
}

/** What decides whether a reminder follows, of first texts by their ids. Whether a review came is asked elsewhere. */
export const findRemindables = async (
  trx: TenantTrx,
  businessId: string,
  { ids, now }: { ids: string[]; now: Date },
): Promise<Map<string, RemindableText>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RemindableText>`
    select r.id, r.tenant_id as "tenantId", r.invoice_id as "invoiceId", r.customer_phone as phone,
           org.time_zone as "timeZone", r.state, r.sent_at as "sentAt", r.opened_at is not null as "isOpened",
           r.phone_country as country, r.customer_email is not null as "hasAddress", false as "hasBounced",
           i.status = 'PAID' as "isStillPaid", i.amount_paid > 0 as "isPaidInMoney", ${RULED_INVOICE} as ruled,
           org.state = 'connected' and exists (
             select from xero_authorisations a
             where a.business_id = org.business_id and a.id = org.authorisation_id and a.state = 'connected')
             as "isConnected",
           (select count(*) from review_requests m
            where m.business_id = r.business_id and m.reminder_of = r.id)
             + (select count(*) from reminder_mails m
                where m.business_id = r.business_id and m.request_id = r.id) as reminders,
           ${IS_OPTED_OUT_OF_R} as "isOptedOut",
           exists (
             select from review_requests l
             where l.business_id = r.business_id and l.phone_hash = r.phone_hash and l.id <> r.id
               and l.reminder_of is null and (coalesce(l.sent_at, l.due_at), l.id) > (r.sent_at, r.id)
               and l.state not in ('cancelled', 'failed', 'expired')) as "hasNewerText",
           ${isCountedOfR(now)} as "isHeldOut",
           array(
             select f.link_token from found_texts f
             where f.phone_hash = r.phone_hash and f.kind <> 'other' and f.adopted_at is null
               and f.sent_at > r.sent_at + interval '1 hour') as "foundTokens"
    from review_requests r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
    where r.business_id = ${businessId} and r.id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Where a page ended: a text's moment to the microsecond, which a `Date` does not have. */
export type Place = { at: string; id: string }

export type Window = { from: Date; until: Date; after: Place | undefined; most: number }

/** First texts that went in this time, were not opened and have no reminder, by the moment; a page of them. */
export const findUnopened = async (
  trx: TenantTrx,
  businessId: string,
  { from, until, after, most }: Window,
): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select r.id, to_char(r.timeline_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from review_requests r
    where r.business_id = ${businessId} and r.state in ('sent', 'delivered')
      and r.state not in ('cancelled', 'expired') and r.timeline_at >= ${from} and r.timeline_at <= ${until}
      and (${after?.at ?? null}::timestamptz is null
           or (r.timeline_at, r.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      and r.sent_at is not null and r.opened_at is null and r.reminder_of is null
      and not exists (
        select from review_requests m where m.business_id = r.business_id and m.reminder_of = r.id)
      and not exists (
        select from reminder_mails m where m.business_id = r.business_id and m.request_id = r.id)
    order by r.timeline_at, r.id
    limit ${most}`.execute(trx)
  return rows
}

/** Reminders that wait, with their first texts. */
export const findWaitingReminders = async (
  trx: TenantTrx,
  businessId: string,
): Promise<{ id: string; reminderOf: string }[]> => {
  const { rows } = await sql<{ id: string; reminderOf: string }>`
    select id, reminder_of as "reminderOf" from review_requests
    where business_id = ${businessId} and reminder_of is not null
      and state in ('scheduled', 'waiting_for_funds', 'held')
    order by due_at, id`.execute(trx)
  return rows
}
