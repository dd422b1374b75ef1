import { sql, type RawBuilder } from 'kysely'
import { changeBatch, type Batch } from '../../platform/postgres/schema/prune-rows.ts'

type BatchOf = (businessId: string, most: number) => RawBuilder<Batch>

/**
 * What a business may have thousands of, a batch at a time. Texts, invoices and decisions stay as rows without anything
 * that names a person, so that no invoice is ever texted twice, and the ledger keeps what it refers to.
 */
export const ROWS_OF_MANY: BatchOf[] = [
  emptied('send_attempts', { phone: null }),
  emptied('review_requests', {
    customer_name: null,
    first_name: null,
    customer_phone: null,
    customer_email: null,
    invoice_number: null,
    body: null,
  }),
  emptied('reminder_mails', { customer_email: null }),
  emptied('invoices', {
    contact_id: null,
    contact_name: null,
    number: null,
    reference: null,
    contact_groups: null,
    tracking: null,
  }),
  emptied('decisions', { contact_id: null, detail: '{}' }),
  gone('experiment_customers'),
  gone('link_visits'),
  gone('xero_events'),
  gone('acts'),
]

function emptied(table: string, columns: Record<string, null | '{}'>): BatchOf {
  const values = Object.entries(columns).map(([column, value]) => ({
    column: sql.ref(column),
    value: value === null ? sql`null` : sql`'{}'::jsonb`,
  }))
  const set = values.map(({ column, value }) => sql`${column} = ${value}`)
  const isFull = values.map(({ column, value }) => sql`${column} is distinct from ${value}`)
  return batchesOf(
    table,
    sql`update ${sql.table(table)} set ${sql.join(set)}`,
    sql`(${sql.join(isFull, sql` or `)})`,
  )
}

function gone(table: string): BatchOf {
  return batchesOf(table, sql`delete from ${sql.table(table)}`, sql`true`)
}

function batchesOf(table: string, change: RawBuilder<unknown>, isFull: RawBuilder<unknown>): BatchOf {
  return (businessId, most) =>
    changeBatch(change, {
      table,
      which: sql`business_id = ${businessId} and ${isFull}`,
      most,
      waits: true,
    })
}
