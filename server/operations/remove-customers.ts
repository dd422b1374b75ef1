import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import { inPages } from '../platform/postgres/schema/in-pages.ts'
import { SETTLED } from './settled-texts.ts'

type Age = {
  months: number
  /** Of the moment that is so many months ago. */
  before: Date
  /** In one statement, and so in one transaction. */
  pages?: number
}

/**
 * Removes name, number and address of customers from texts that are older, and from their attempts and mails. The
 * keyed hash of the number stays, and with it cooldown, opt-outs and that no invoice is texted twice. A text that is
 * not settled is never touched. Returns how many texts there were.
 */
export const removeFromTexts = (db: Db, { months, before, pages }: Age): Promise<number> => {
  const old = sql`
    due_at < ${before} and timeline_at < ${before}
      and state = any (${SETTLED}::text[])
      and num_nonnulls(customer_name, first_name, customer_phone, customer_email) > 0`
  return inPages(db, { table: 'review_requests', old, pages }, textsIn(old, months))
}

const textsIn = (old: RawBuilder<unknown>, months: number) => (inThese: RawBuilder<unknown>) =>
  sql`
  with old as materialized (
    select business_id, id
    from review_requests r
    where ${inThese} and ${old} and not exists (${openAttempts})
    for update skip locked
  ), attempts as (
    update send_attempts a set phone = null
    from old
    where a.business_id = old.business_id and a.request_id = old.id and a.phone is not null
  ), mails as (
    update reminder_mails m set customer_email = null
    from old
    where m.business_id = old.business_id and m.request_id = old.id and m.customer_email is not null
  )
  update review_requests r
  set customer_name = null, first_name = null, customer_phone = null, customer_email = null, body = null,
      removed_after_months = ${months}
  from old
  where r.business_id = old.business_id and r.id = old.id`

const openAttempts = sql`
  select from send_attempts a
  where a.business_id = r.business_id and a.request_id = r.id and a.state in ('sending', 'retry', 'unknown')`

/** The same for invoices, of which many led to no text. One that Xero reports again later counts from then on. */
export const removeFromInvoices = (db: Db, { months, before, pages }: Age): Promise<number> => {
  const old = sql`
    updated_at < ${before} and first_seen_at < ${before}
      and num_nonnulls(contact_name, reference, contact_groups) > 0`
  return inPages(
    db,
    { table: 'invoices', old, pages },
    (inThese) => sql`
      update invoices set contact_name = null, reference = null, contact_groups = null, removed_after_months = ${months}
      where ctid = any (array(
        select ctid from invoices i
        where ${inThese} and ${old} and not exists (${textThatNeeds(before)})
        for update skip locked))`,
  )
}

const textThatNeeds = (before: Date) => sql`
  select from review_requests r
  where r.tenant_id = i.tenant_id and r.invoice_id = i.invoice_id
    and (r.state <> all (${SETTLED}::text[]) or r.timeline_at >= ${before})`
