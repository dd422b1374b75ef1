import { sql, type RawBuilder } from 'kysely'

/** The invoice that a text `r` is about: its own, or where it is a reminder that of its first text (decision 71). */
export const INVOICE_OF_R: RawBuilder<string> = sql`
  coalesce(r.invoice_id, (
    select f.invoice_id from review_requests f where f.business_id = r.business_id and f.id = r.reminder_of))`

/**
 * Joins that invoice, as `i`. A row's wall lets nothing but a plain comparison into an index, so it is neither a
 * subquery nor `coalesce` that finds it by its key, but a case.
 */
export const JOIN_INVOICE_OF_R: RawBuilder<unknown> = sql`
  left join review_requests first_text on first_text.business_id = r.business_id and first_text.id = r.reminder_of
  join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id
    and i.invoice_id = case when r.invoice_id is null then first_text.invoice_id else r.invoice_id end`

/** The ids of the texts that are about these invoices of a business: their first texts, and the reminders of those. */
export const textsAbout = (
  businessId: string,
  { tenantId, invoiceIds }: { tenantId?: string | undefined; invoiceIds: string[] },
): RawBuilder<unknown> => sql`
  select unnest(array[f.id, m.id])
  from review_requests f
  left join review_requests m on m.business_id = f.business_id and m.reminder_of = f.id
  where f.business_id = ${businessId} and (${tenantId ?? null}::uuid is null or f.tenant_id = ${tenantId ?? null}::uuid)
    and f.invoice_id = any(${invoiceIds}::uuid[])`
