import { sql } from 'kysely'
import type { Db, TenantTrx } from '../../../database/database.ts'
import { FENCE_IS_DOWN } from '../../../database/fence.ts'
import type { ReviewRequestState } from '../../../database/tables/review-requests.ts'
import { IS_OPTED_OUT_OF_R } from '../../../opt-outs/opt-out.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/dates.ts'

export type DueMail = { businessId: string; requestId: string }

const MOST_AT_ONCE = 100

/** Of all businesses, oldest first. */
export const findDueMails = async (db: Db, now: Date): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail>`
    select business_id as "businessId", request_id as "requestId"
    from reminder_mails
    where state = 'planned' and due_at <= ${now}
    order by due_at
    limit ${MOST_AT_ONCE}`.execute(db)
  return rows
}

/** The first texts of one business that have a mail planned. */
export const findPlannedMails = async (trx: TenantTrx, businessId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select request_id as id from reminder_mails
    where business_id = ${businessId} and state = 'planned'
    order by due_at, request_id`.execute(trx)
  return rows.map(({ id }) => id)
}

export type MailFacts = {
  requestId: string
  email: string | null
  dueAt: Date
  plannedAt: Date
  /** The fence is down, and no text of a restored history waits to be adopted. */
  mayClaim: boolean
  /** What was due by then may have gone, and its row was forgotten. Null where nothing ever was. */
  fencedAt: Date | null
  /** Of the first text. */
  state: ReviewRequestState
  sentAt: Date | null
  isOpened: boolean
  phone: string | null
  country: string
  timeZone: string
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  linkToken: string
  isOptedOut: boolean
  hasBounced: boolean
  hasNewerText: boolean
  textReminders: number
  /** As many mails as its pace lets texts go have gone in the last hour, or in the last day. */
  isPaceSpent: boolean
  businessName: string
  address: string | null
  isDeactivated: boolean
  automationEnabled: boolean
  sendingFrom: number | null
  sendingUntil: number | null
  keepsDecentHours: boolean
  ownerEmail: string | null
}

/** All that one claim needs, its row locked; undefined where it is planned no more, or another worker has it. */
export const lockPlannedMail = async (
  trx: TenantTrx,
  { businessId, requestId }: DueMail,
  now: Date,
): Promise<MailFacts | undefined> => {
  const { rows } = await sql<MailFacts>`
    select m.request_id as "requestId", m.customer_email as email, m.due_at as "dueAt", m.planned_at as "plannedAt", ${FENCE_IS_DOWN} as "mayClaim",
           (select greatest(fenced_at, lifted_at) from recovery where is_only) as "fencedAt",
           r.state, r.sent_at as "sentAt", r.opened_at is not null or exists (
             select from review_requests reminder
             where reminder.business_id = r.business_id and reminder.reminder_of = r.id
               and reminder.opened_at is not null) as "isOpened",
           r.customer_phone as phone, r.phone_country as country, org.time_zone as "timeZone",
           r.first_name as "firstName", r.customer_name as "customerName", r.invoice_number as "invoiceNumber",
           r.link_token as "linkToken",
           ${IS_OPTED_OUT_OF_R}
             or exists (select from email_opt_outs e
                        where e.business_id = m.business_id and e.address_hash = m.address_hash) as "isOptedOut",
           exists (select from reminder_mails other
                   where other.business_id = m.business_id and other.address_hash = m.address_hash
                     and other.state = 'failed' and other.state_reason = 'bounced') as "hasBounced",
           exists (select from review_requests newer
                   where newer.business_id = r.business_id and newer.phone_hash = r.phone_hash
                     and (coalesce(newer.sent_at, newer.due_at), newer.id) > (r.sent_at, r.id)
                     and newer.reminder_of is null
                     and newer.state not in ('cancelled', 'failed', 'expired')) as "hasNewerText",
           (select count(*) from review_requests reminder
            where reminder.business_id = r.business_id and reminder.reminder_of = r.id) as "textReminders",
           coalesce((
             select count(*) filter (where gone.state_at > ${new Date(now.getTime() - HOUR_MS)}) >= b.pace_per_hour
               or count(*) >= b.pace_per_day
             from reminder_mails gone
             where gone.business_id = m.business_id and gone.state in ('sending', 'sent', 'unknown')
               and gone.state_at > ${new Date(now.getTime() - DAY_MS)}), false) as "isPaceSpent",
           b.name as "businessName", b.address, b.deactivated_at is not null as "isDeactivated",
           b.automation_enabled as "automationEnabled", b.sending_from as "sendingFrom",
           b.sending_until as "sendingUntil", b.keeps_decent_hours as "keepsDecentHours",
           (select u.email from users u
            where u.business_id = b.id and u.onboarded_at is not null and u.deactivated_at is null
            order by u.created_at limit 1) as "ownerEmail"
    from reminder_mails m
    join review_requests r on r.business_id = m.business_id and r.id = m.request_id
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    join businesses b on b.id = m.business_id
    where m.business_id = ${businessId} and m.request_id = ${requestId} and m.state = 'planned'
    for update of m skip locked`.execute(trx)
  return rows[0]
}
