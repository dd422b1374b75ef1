import { sql, type RawBuilder } from 'kysely'
import type { XeroInvoice } from '../../../integrations/xero/xero-types.ts'
import type { TenantTrx } from '../../../database/database.ts'
import { addDays, localDate, startOfDay } from '../../../platform/dates.ts'
import { mobileFrom } from '../../../texts/phones/phone-rules.ts'
import { MAX_PAID_AGE_DAYS } from '../../deciding/paid-date-rules.ts'
import type { Here } from '../words/request-words-rules.ts'
import { MENDED_BY_CONTACT } from './mending-rules.ts'

/**
 * Selects `tenant_id` and `invoice_id` of each recent payment whose text a correction of its contact in Xero helps: it
 * was skipped for the number, and can still be sent, or it bounced, and the next one would.
 */
export const toMend = (businessId: string, { now, timeZone }: Here): RawBuilder<unknown> => {
  const today = localDate(now, timeZone)
  const oldest = addDays(today, -MAX_PAID_AGE_DAYS)
  // What was decided earlier was paid earlier. A day more, for organisations in another time zone.
  const since = startOfDay(addDays(oldest, -1), timeZone)
  const isRecent = sql`d.decided_at >= ${since} and i.status = 'PAID' and coalesce(i.paid_on, ${today}::date) >= ${oldest}::date
      and not exists (select from excluded_contacts e
                      where e.business_id = d.business_id and e.tenant_id = d.tenant_id and e.contact_id = i.contact_id)`
  return sql`
    select d.tenant_id, d.invoice_id
    from decisions d ${OF_INVOICE}
    where d.business_id = ${businessId} and d.outcome = 'skipped' and d.reason = any(${MENDED_BY_CONTACT}::text[])
      and ${isRecent}
    union all
    select d.tenant_id, d.invoice_id
    from decisions d ${OF_INVOICE}
    join review_requests r on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id
    where r.business_id = ${businessId} and r.timeline_at >= ${since} and d.business_id = ${businessId} and d.outcome = 'scheduled' and ${HAS_BOUNCED}
      and ${isRecent}`
}

const OF_INVOICE = sql`
    join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
    join organisations o on o.business_id = d.business_id and o.tenant_id = d.tenant_id and o.state = 'connected'`

/** A text to this number can never arrive, and Xero still has it. */
export const HAS_BOUNCED = sql`
  r.state = 'failed' and r.state_reason = any(${MENDED_BY_CONTACT}::text[])
      and d.detail->>'mendedAt' is null`

export const countToMend = async (trx: TenantTrx, businessId: string, here: Here): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${toMend(businessId, here)}) to_mend`.execute(trx)
  return rows[0]!.count
}

/** Notes which texts bounced at a number that their contact in Xero does not have any more. */
export const recordMended = async (
  trx: TenantTrx,
  { businessId, tenantId, country }: { businessId: string; tenantId: string; country: string },
  invoices: XeroInvoice[],
  now: Date,
): Promise<void> => {
  const reachable = invoices.flatMap(({ invoiceId, contact }) => {
    const mobile = contact ? mobileFrom(contact.phones, country) : undefined
    return mobile?.kind === 'mobile' ? [{ invoice_id: invoiceId, phone: mobile.phone }] : []
  })
  if (reachable.length === 0) return
  await sql`
    update decisions d set detail = d.detail || ${JSON.stringify({ mendedAt: now.toISOString() })}::jsonb
    from review_requests r, jsonb_to_recordset(${JSON.stringify(reachable)}::jsonb) as x (invoice_id uuid, phone text)
    where d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.invoice_id = x.invoice_id
      and r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id
      and ${HAS_BOUNCED} and r.customer_phone <> x.phone`.execute(trx)
}
