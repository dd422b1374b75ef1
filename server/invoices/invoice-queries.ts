import { sql } from 'kysely'
import type { Db, Trx } from '../database.ts'
import type { XeroInvoice } from '../integrations/xero/xero-types.ts'

export type WaitingEvent = { id: number; invoiceId: string; correlationId: string; receivedAt: Date }

/** Events of this organisation that no sync has handled yet, oldest first. */
export const waitingEvents = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  most: number,
): Promise<WaitingEvent[]> => {
  const { rows } = await sql<WaitingEvent>`
    select id, resource_id as "invoiceId", correlation_id as "correlationId", received_at as "receivedAt"
    from xero_events
    where business_id = ${businessId} and tenant_id = ${tenantId} and handled_at is null
    order by id
    limit ${most}`.execute(db)
  return rows
}

export const markHandled = async (trx: Trx, businessId: string, ids: number[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update xero_events set handled_at = ${now}
    where business_id = ${businessId} and id = any(${ids}::bigint[])`.execute(trx)
}

/** Writes what Xero says of these invoices, unless we know something newer. */
export const upsertInvoices = async (
  trx: Trx,
  { businessId, tenantId, foundBy }: { businessId: string; tenantId: string; foundBy: 'webhook' | 'sweep' },
  invoices: XeroInvoice[],
): Promise<void> => {
  if (invoices.length === 0) return
  const rows = invoices.map((invoice) => ({
    invoice_id: invoice.invoiceId,
    number: invoice.number,
    type: invoice.type,
    status: invoice.status,
    contact_id: invoice.contactId,
    contact_name: invoice.contactName,
    currency: invoice.currency,
    total: invoice.total,
    amount_due: invoice.amountDue,
    amount_paid: invoice.amountPaid,
    amount_credited: invoice.amountCredited,
    paid_on: invoice.paidOn,
    updated_at: invoice.updatedAt,
  }))
  await sql`
    insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, currency,
                          total, amount_due, amount_paid, amount_credited, paid_on, updated_at, found_by)
    select ${businessId}, ${tenantId}, invoice_id, number, type, status, contact_id, contact_name, currency,
           total, amount_due, amount_paid, amount_credited, paid_on, updated_at, ${foundBy}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
      invoice_id uuid, number text, type text, status text, contact_id uuid, contact_name text, currency text,
      total numeric, amount_due numeric, amount_paid numeric, amount_credited numeric, paid_on date,
      updated_at timestamptz)
    on conflict (business_id, tenant_id, invoice_id) do update
    set number = excluded.number, status = excluded.status, contact_id = excluded.contact_id,
        contact_name = excluded.contact_name, total = excluded.total, amount_due = excluded.amount_due,
        amount_paid = excluded.amount_paid, amount_credited = excluded.amount_credited, paid_on = excluded.paid_on,
        updated_at = excluded.updated_at
    where excluded.updated_at >= invoices.updated_at`.execute(trx)
}
