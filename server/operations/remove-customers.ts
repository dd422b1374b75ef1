import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { inBatches } from '../platform/postgres/schema/prune-rows.ts'

type Age = {
  months: number
  /** Of the moment that is so many months ago. */
  before: Date
  /** In one statement, and so in one transaction. */
  most?: number
}

const MOST_AT_ONCE = 1_000

/**
 * Removes name, number and address of customers from texts that are older, and from their attempts and mails. The
 * keyed hash of the number stays, and with it cooldown, opt-outs and that no invoice is texted twice. A text that is
 * not settled is never touched. Returns how many texts there were.
 */
export const removeFromTexts = (db: Db, { months, before, most = MOST_AT_ONCE }: Age): Promise<number> =>
  inBatches(
    db,
    most,
    sql`
      with old as materialized (
        select r.business_id, r.id
        from review_requests r
        where r.due_at < ${before} and r.timeline_at < ${before}
          and r.state in ('delivered', 'sent', 'failed', 'cancelled', 'expired')
          and num_nonnulls(r.customer_name, r.first_name, r.customer_phone, r.customer_email) > 0
          and not exists (${openAttempts})
        limit ${most}
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
      where r.business_id = old.business_id and r.id = old.id`,
  )

const openAttempts = sql`
  select from send_attempts a
  where a.business_id = r.business_id and a.request_id = r.id and a.state in ('sending', 'retry', 'unknown')`

/** The same for invoices, of which many led to no text. One that Xero reports again later counts from then on. */
export const removeFromInvoices = (db: Db, { months, before, most = MOST_AT_ONCE }: Age): Promise<number> =>
  inBatches(
    db,
    most,
    sql`
      update invoices set contact_name = null, reference = null, contact_groups = null, removed_after_months = ${months}
      where ctid = any (array(
        select i.ctid from invoices i
        where i.updated_at < ${before} and i.first_seen_at < ${before}
          and num_nonnulls(i.contact_name, i.reference, i.contact_groups) > 0
          and not exists (
            select from review_requests r
            where r.tenant_id = i.tenant_id and r.invoice_id = i.invoice_id
              and (r.state not in ('delivered', 'sent', 'failed', 'cancelled', 'expired') or r.timeline_at >= ${before}))
        limit ${most}
        for update of i skip locked))`,
  )
