import { sql, type RawBuilder } from 'kysely'
import type { Db, TenantTrx, Trx } from '../../database/database.ts'
import { INVOICE_OF_R, JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { IS_OPTED_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import type { RuledInvoice } from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'
import { WORDS_OF_R } from '../reminding/words-of-text.ts'

/** The funds that can be reserved, in cents; no other transaction moves them before this one ends. */
export const lockFunds = async (trx: Trx, businessId: string): Promise<number> => {
  const { rows } = await sql<{ available_cents: number }>`
    select available_cents from balances where business_id = ${businessId} for update`.execute(trx)
  return rows[0]?.available_cents ?? 0
}

/** The same, but undefined at once where another transaction moves them. */
export const tryLockFunds = async (trx: TenantTrx, businessId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ available_cents: number }>`
    select available_cents from balances where business_id = ${businessId} for update skip locked`.execute(
    trx,
  )
  return rows[0]?.available_cents
}

/** A text that the database had forgotten: it may be this one, or make it one too many. It is adopted first. */
export const foundTextOf = (token: RawBuilder<unknown>, phoneHash: RawBuilder<unknown>) => sql`
  select from found_texts f where f.adopted_at is null and f.link_token = ${token}
  union all
  select from found_texts f
  where f.adopted_at is null and f.phone_hash = ${phoneHash} and f.kind <> 'other'
    and f.found_at > now() - interval '1 day'`

export type DueRequest = {
  id: string
  phone: string
  country: string
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  linkToken: string
  attempts: number
  waitingSince: Date | null
  /** It waits for funds, and was not released since. */
  isUnfunded: boolean
  timeZone: string
  isOptedOut: boolean
  /** The first text that it reminds of. */
  reminderOf: string | null
  /** A reminder's message, or that of its side where its owner compares two. */
  wording: string | null
  ruled: RuledInvoice
  meantAt: Date
  /** Its place in the queue, where it has one. */
  turnAt: Date | null
}

/** What waited longer than this is looked up in Xero again before it is sent. */
export const STALE_AFTER_MS = 10 * MINUTE_MS

/**
 * Due, and seen as paid in Xero just now; oldest first. Chosen before anything is joined, as each has its organisation
 * and invoice: a claim reads what it takes, and not all that waits behind it. Reminders that wait for funds are left
 * out until they are released: so many would keep first texts out that are covered.
 */
export const dueRequests = async (
  trx: TenantTrx,
  businessId: string,
  { now, most }: { now: SqlTime; most: number },
): Promise<DueRequest[]> => {
  const { rows } = await sql<DueRequest>`
    select r.id, r.customer_phone as phone, r.phone_country as country, r.first_name as "firstName",
           r.customer_name as "customerName", r.invoice_number as "invoiceNumber", r.link_token as "linkToken",
           r.attempts, r.reminder_of as "reminderOf", r.turn_at as "turnAt",
           ${WORDS_OF_R} as wording, ${RULED_INVOICE} as ruled, r.meant_at as "meantAt",
           r.waiting_since as "waitingSince", r.state = 'waiting_for_funds' as "isUnfunded",
           org.time_zone as "timeZone",
           ${IS_OPTED_OUT_OF_R} as "isOptedOut"
    from (
      select r.* from review_requests r
      where r.business_id = ${businessId} and r.state in ('scheduled', 'waiting_for_funds')
        and (r.state = 'scheduled' or r.reminder_of is null)
        and r.due_at <= (${now})
        and r.checked_at > (${now})::timestamptz - ${STALE_AFTER_MS} * interval '1 millisecond'
        and not exists (${foundTextOf(sql`r.link_token`, sql`r.phone_hash`)})
      order by r.due_at, r.id
      limit ${most}
      for update of r skip locked) r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    ${JOIN_INVOICE_OF_R}
    order by r.due_at, r.id`.execute(trx)
  return rows
}

/** Whether anything due was seen as paid too long ago, and whether an attempt is due to be tried again. */
export const olderThatWaits = (businessId: string, now: SqlTime) => sql`
  exists (select from review_requests
          where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds') and due_at <= (${now})
            and checked_at <= (${now})::timestamptz - ${STALE_AFTER_MS} * interval '1 millisecond') as "hasStale",
  ${hasRetries(businessId, now)} as "hasRetries"`

/** Whether anything is due, whenever it was seen as paid, or is to be tried again. */
export const anyThatWaits = (businessId: string, now: SqlTime) => sql<boolean>`
  (exists (select from review_requests
           where business_id = ${businessId} and state in ('scheduled', 'waiting_for_funds') and due_at <= (${now}))
   or ${hasRetries(businessId, now)})`

const hasRetries = (businessId: string, now: SqlTime) => sql`
  exists (select from send_attempts
          where business_id = ${businessId} and state = 'retry' and retry_at <= (${now}))`

export type StaleRequest = {
  id: string
  tenantId: string
  invoiceId: string
  reminderOf: string | null
  /** Of the number that it is meant for, in hexadecimal digits. */
  hash: string
}

const STALE_COLUMNS = sql`
  r.id, r.tenant_id as "tenantId", ${INVOICE_OF_R} as "invoiceId", r.reminder_of as "reminderOf",
  encode(r.phone_hash, 'hex') as hash`

/** Due, or to be tried again, but last seen as paid too long ago. Those without funds are left out, to save calls. */
export const staleRequests = async (
  db: Db,
  businessId: string,
  { now, most, hasFunds }: { now: Date; most: number; hasFunds: boolean },
): Promise<StaleRequest[]> => {
  const longAgo = new Date(now.getTime() - STALE_AFTER_MS)
  const { rows } = await sql<StaleRequest>`
    (select ${STALE_COLUMNS}
     from review_requests r
     where r.business_id = ${businessId} and (r.state = 'scheduled' or (${hasFunds} and r.state = 'waiting_for_funds'))
       and r.due_at <= ${now} and r.checked_at <= ${longAgo}
     order by r.due_at, r.id
     limit ${most})
    union all
    (select ${STALE_COLUMNS}
     from send_attempts a
     join review_requests r on r.business_id = a.business_id and r.id = a.request_id
     where a.business_id = ${businessId} and a.state = 'retry' and a.retry_at <= ${now} and r.checked_at <= ${longAgo}
     order by a.retry_at
     limit ${most})
    limit ${most}`.execute(db)
  return rows
}

/** Of these, the texts that are meant for another number by now than when they were read. */
export const movedSince = async (
  trx: TenantTrx,
  businessId: string,
  requests: StaleRequest[],
): Promise<Set<string>> => {
  const read = requests.map(({ id, hash }) => ({ id, hash }))
  const { rows } = await sql<{ id: string }>`
    select r.id
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as read (id uuid, hash text)
    join review_requests r on r.business_id = ${businessId} and r.id = read.id
    where encode(r.phone_hash, 'hex') <> read.hash`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
