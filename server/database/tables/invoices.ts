import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type InvoicesTables = {
  invoices: {
    business_id: string
    tenant_id: string
    invoice_id: string
    number: string | null
    type: string
    status: string
    contact_id: string | null
    contact_name: string | null
    currency: string | null
    total: string
    amount_due: string
    amount_paid: string
    amount_credited: string
    paid_on: string | null
    updated_at: Date
    first_seen_at: Generated<Date>
    found_by: InvoiceFoundBy
    reference: string | null
    contact_groups: string[] | null
    tracking: string[] | null
    removed_after_months: number | null
  }
}

export type InvoiceFoundBy = 'webhook' | 'sweep'
