import type { Pool } from 'pg'

type Where = { businessId: string; tenantId: string }

/**
 * A year of one business: so many texts that went out, each with its invoice and decision, and a tenth as many
 * movements of funds. Triggers and foreign keys are off for speed.
 */
export const writeLongHistory = async (
  pool: Pool,
  { businessId, tenantId }: Where,
  rows: number,
): Promise<void> => {
  const client = await pool.connect()
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'",
  )
  await client.query(
    `create temp table past as
     select $1::uuid as business_id, $2::uuid as tenant_id, gen_random_uuid() as invoice_id, uuidv7() as request_id,
            now() - n * interval '365 days' / $3 as at, n
     from generate_series(1, $3::int) n`,
    [businessId, tenantId, rows],
  )
  for (const statement of STATEMENTS) await client.query(statement)
  await client.query('drop table past; reset all')
  client.release()
}

const STATEMENTS = [
  `insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, total,
                         amount_due, amount_paid, amount_credited, paid_on, updated_at, found_by)
   select business_id, tenant_id, invoice_id, 'INV-' || n, 'ACCREC', 'PAID', gen_random_uuid(), 'Customer ' || n, 100,
          0, 100, 0, at::date, at, 'webhook' from past`,
  `insert into decisions (business_id, tenant_id, invoice_id, outcome, found_by, decided_at)
   select business_id, tenant_id, invoice_id, 'scheduled', 'webhook', at from past`,
  `insert into review_requests (business_id, id, tenant_id, invoice_id, state, customer_name, first_name,
                                customer_phone, phone_hash, phone_country, invoice_number, link_token, correlation_id,
                                scheduled_at, due_at, checked_at, body, segments, price_cents, sent_at, delivered_at)
   select business_id, request_id, tenant_id, invoice_id,
          case when n % 500 = 0 then 'failed' else 'delivered' end, 'Customer ' || n, 'Sam',
          '+614' || lpad(n::text, 8, '0'), decode(md5(n::text), 'hex'), 'AU', 'INV-' || n, request_id, 'history', at, at,
          at, repeat('x', 140), 1, 9, at, at
   from past`,
  `with moved as (
     insert into transfers (business_id, kind, reference, created_at)
     select business_id, 'reserve', request_id::text, at from past where n % 10 = 0
     returning business_id, id
   )
   insert into entries (business_id, transfer_id, account, amount_cents)
   select business_id, id, account, cents from moved
   cross join (values ('available', -9), ('reserved', 9)) as side (account, cents)`,
]
