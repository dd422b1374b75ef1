import { sql } from 'kysely'
import { stableId, stableNumber } from '../../../sandbox/identifiers.ts'
import type { PastCustomer } from '../../../sandbox/xero/demo/past-customers.ts'
import type { TenantTrx } from '../../../server/database/database.ts'
import { WORDING_OF_R } from '../../../server/experiments/experiment-queries.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { MINUTE_MS } from '../../../server/platform/dates.ts'
import { ownSenderOf } from '../../../server/senders/sender-queries.ts'
import { pricedText } from '../../../server/texts/priced-text.ts'
import { moveFunds, type Movement } from './move-funds.ts'

type Customers = Map<string, PastCustomer>

/** Every text that was decided went out, was paid for, and got the outcome that belongs to its customer's phone. */
export const writeTexts = async (
  trx: TenantTrx,
  parts: Parts,
  businessId: string,
  customers: Customers,
  now: Date,
): Promise<void> => {
  const texts = (await scheduledTexts(trx, businessId)).map((text) => sentText(text, parts, customers, now))
  await writeAttempts(trx, businessId, texts)
  await writeOutcomes(trx, businessId, texts)
  await writeVisits(trx, businessId, texts)
  await moveFunds(trx, businessId, texts.flatMap(movementsOf))
}

type Scheduled = {
  id: string
  scheduledAt: Date
  phone: string
  country: string
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  linkToken: string
  template: string
  businessName: string
  ownSender: string | null
}

const scheduledTexts = async (trx: TenantTrx, businessId: string): Promise<Scheduled[]> => {
  const { rows } = await sql<Scheduled>`
    select r.id, r.scheduled_at as "scheduledAt", r.customer_phone as phone, r.phone_country as country,
           r.first_name as "firstName", r.customer_name as "customerName", r.invoice_number as "invoiceNumber",
           r.link_token as "linkToken", coalesce(${WORDING_OF_R}, b.template) as template, b.name as "businessName",
           ${ownSenderOf(businessId)} as "ownSender"
    from review_requests r join businesses b on b.id = r.business_id
    where r.business_id = ${businessId} and r.state = 'scheduled'
    order by r.scheduled_at`.execute(trx)
  return rows
}

type SentText = ReturnType<typeof sentText>

const OPENED_PERCENT = 46
const AT_ONCE_PERCENT = 60

const sentText = (text: Scheduled, parts: Parts, customers: Customers, now: Date) => {
  const { id, phone, invoiceNumber, scheduledAt } = text
  const { body, segments, cents } = pricedText(parts, text)
  const dice = (most: number, what: string) => stableNumber(most, what, invoiceNumber ?? id)
  const after = (ms: number) => new Date(scheduledAt.getTime() + ms)
  const fate = customers.get(text.customerName ?? '')?.fate
  const isTaken = fate?.kind !== 'refused'
  const isLost = fate?.kind === 'refused' || fate?.kind === 'fails'
  const openedAt = after(
    dice(100, 'at once') < AT_ONCE_PERCENT
      ? (1 + dice(55, 'minutes')) * MINUTE_MS
      : (60 + dice(26 * 60, 'later')) * MINUTE_MS,
  )
  const isOpened = fate === undefined && dice(100, 'opened') < OPENED_PERCENT && openedAt < now
  const sentAt = after(900 + dice(700, 'sent'))
  return {
    id,
    attempt_id: stableId('demo attempt', id),
    phone,
    body,
    segments,
    cents: cents!,
    attempt_state: isTaken ? 'accepted' : 'rejected',
    code: isLost ? String(fate.code) : null,
    state: isLost ? 'failed' : fate ? 'sent' : 'delivered',
    message_sid: isTaken ? `SM${stableId('demo message', id).replaceAll('-', '')}` : null,
    claimed_at: after(300 + dice(400, 'claimed')),
    settled_at: sentAt,
    sent_at: isTaken ? sentAt : null,
    delivered_at: fate ? null : after(3_000 + dice(9_000, 'delivered')),
    failed_at: isLost ? after(isTaken ? 70_000 + dice(90_000, 'failed') : 1_600) : null,
    opened_at: isOpened ? openedAt : null,
    open_count: isOpened ? 1 + (dice(10, 'again') > 7 ? 1 : 0) : 0,
  }
}

const writeAttempts = async (trx: TenantTrx, businessId: string, texts: SentText[]): Promise<void> => {
  await sql`
    insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, message_sid, error_code,
                               claimed_at, settled_at)
    -- Without its phone nobody looks for it at the stand-in, which never had it.
    select ${businessId}, attempt_id, id, 1, attempt_state, null, cents, message_sid,
           case when attempt_state = 'rejected' then code end, claimed_at, settled_at
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t (
      id uuid, attempt_id uuid, cents integer, attempt_state text, code text, message_sid text,
      claimed_at timestamptz, settled_at timestamptz)`.execute(trx)
}

const writeOutcomes = async (trx: TenantTrx, businessId: string, texts: SentText[]): Promise<void> => {
  await sql`
    update review_requests r
    set state = t.state, state_reason = t.code, attempts = 1, body = t.body, segments = t.segments,
        price_cents = t.cents, message_sid = t.message_sid, sent_at = t.sent_at, delivered_at = t.delivered_at,
        failed_at = t.failed_at, opened_at = t.opened_at, open_count = t.open_count
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t (
      id uuid, state text, code text, body text, segments smallint, cents integer, message_sid text,
      sent_at timestamptz, delivered_at timestamptz, failed_at timestamptz, opened_at timestamptz, open_count integer)
    where r.business_id = ${businessId} and r.id = t.id`.execute(trx)
}

const writeVisits = async (trx: TenantTrx, businessId: string, texts: SentText[]): Promise<void> => {
  const visits = texts.flatMap(({ id, opened_at, open_count }) =>
    Array.from({ length: open_count }, (_, count) => ({
      request_id: id,
      visited_at: new Date(opened_at!.getTime() + count * 3 * MINUTE_MS),
    })),
  )
  await sql`
    insert into link_visits (business_id, request_id, kind, visited_at)
    select ${businessId}, request_id, 'visit', visited_at
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as v (
      request_id uuid, visited_at timestamptz)`.execute(trx)
}

const movementsOf = ({ attempt_id, attempt_state, cents, claimed_at, settled_at }: SentText): Movement[] => [
  { kind: 'reserve', reference: attempt_id, at: claimed_at, from: 'available', to: 'reserved', cents },
  attempt_state === 'accepted'
    ? { kind: 'capture', reference: attempt_id, at: settled_at, from: 'reserved', to: 'earned', cents }
    : { kind: 'release', reference: attempt_id, at: settled_at, from: 'reserved', to: 'available', cents },
]
