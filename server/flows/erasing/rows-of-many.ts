import { sql, type RawBuilder } from 'kysely'

type Batch = (businessId: string, most: number) => RawBuilder<unknown>

/**
 * What a business may have thousands of, a batch at a time. Texts, invoices and decisions stay as rows without anything
 * that names a person, so that no invoice is ever texted twice, and the ledger keeps what it refers to.
 */
export const ROWS_OF_MANY: Batch[] = [
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
  gone('sms_callbacks'),
]

function emptied(table: string, columns: Record<string, null | '{}'>): Batch {
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

function gone(table: string): Batch {
  return batchesOf(table, sql`delete from ${sql.table(table)}`, sql`true`)
}

/** Of a partitioned table another partition has rows at the same places: the condition has to hold there as well. */
function batchesOf(table: string, change: RawBuilder<unknown>, isFull: RawBuilder<unknown>): Batch {
  return (businessId, most) => {
    const isOne = sql`business_id = ${businessId} and ${isFull}`
    return sql`
      ${change}
      where ${isOne} and ctid = any (array(
        select ctid from ${sql.table(table)} where ${isOne} limit ${most} for update))`
  }
}
