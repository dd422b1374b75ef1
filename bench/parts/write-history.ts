import type { Pool } from 'pg'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Written at once by one connection: more of them would need room of their own. */
const ROWS_AT_ONCE = 500_000

/**
 * Adds `rows` review requests of the last year, evenly over the businesses, with everything that such a request leaves
 * behind: invoice, decision, attempt, and its two movements in the ledger. Triggers are off for speed, so the
 * grants that paid for it are written too and every balance stays as it was.
 */
export const writeHistory = async (pool: Pool, businesses: SeededBusiness[], rows: number): Promise<void> => {
  const firsts = Array.from({ length: Math.ceil(rows / ROWS_AT_ONCE) }, (_, part) => 1 + part * ROWS_AT_ONCE)
  const writeParts = async (): Promise<void> => {
    for (let first = firsts.shift(); first !== undefined; first = firsts.shift())
      await writePart(pool, businesses, { rows, first, last: Math.min(rows, first + ROWS_AT_ONCE - 1) })
  }
  const write = () => Promise.all([writeParts(), writeParts()])
  // Below this it is the indexes that take the time, with all that is stored already.
  if (rows < ROWS_AT_ONCE) await write()
  else await withoutIndexes(pool, write)
  await settle(pool)
}

/** As a product is whose texts did not come a moment ago. */
export const settle = async (pool: Pool): Promise<void> => {
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}

type Rows = { rows: number; first: number; last: number }

const writePart = async (
  pool: Pool,
  businesses: SeededBusiness[],
  { rows, first, last }: Rows,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'",
    )
    await client.query(
      `create temp table past as
       select (orgs.business)::uuid as business_id, (orgs.tenant)::uuid as tenant_id, gen_random_uuid() as invoice_id,
              uuidv7(-age) as request_id, uuidv7() as attempt_id, now() - age as at, n
       from generate_series($4::int, $5::int) n
       cross join lateral (values (interval '365 days' * (n::double precision / $3))) as written (age)
       join unnest($1::text[], $2::text[]) with ordinality as orgs (business, tenant, place)
         on orgs.place = 1 + n % cardinality($1::text[])`,
      [
        businesses.map(({ businessId }) => businessId),
        businesses.map(({ tenantId }) => tenantId),
        rows,
        first,
        last,
      ],
    )
    for (const statement of STATEMENTS) await client.query(statement)
  } finally {
    await client.query('drop table if exists past; reset all').catch(() => undefined)
    client.release()
  }
}

const STATEMENTS = [
  `insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, currency,
     total, amount_due, amount_paid, amount_credited, paid_on, updated_at, first_seen_at, found_by)
   select business_id, tenant_id, invoice_id, 'OLD-' || n, 'ACCREC', 'PAID', gen_random_uuid(), 'Customer ' || n, 'AUD',
     100, 0, 100, 0, at::date, at, at, 'webhook' from past`,

  `insert into decisions (business_id, tenant_id, invoice_id, outcome, found_by, decided_at)
   select business_id, tenant_id, invoice_id, 'scheduled', 'webhook', at from past`,

  `insert into review_requests (business_id, id, tenant_id, invoice_id, state, customer_name, first_name, customer_phone,
     phone_hash, phone_country, invoice_number, link_token, correlation_id, scheduled_at, due_at, checked_at, attempts,
     body, segments, price_cents, message_sid, sent_at, delivered_at)
   select business_id, request_id, tenant_id, invoice_id, 'delivered', 'Customer ' || n, 'Sam', '+61449000000',
     decode(md5(attempt_id::text) || md5(request_id::text), 'hex'), 'AU', 'OLD-' || n,
     replace(gen_random_uuid()::text, '-', ''), 'history', at, at, at, 1, repeat('x', 140), 1, 9,
     'SM' || replace(attempt_id::text, '-', ''), at, at from past`,

  `insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, message_sid, claimed_at, settled_at)
   select business_id, attempt_id, request_id, 1, 'accepted', '+61449000000', 9,
     'SM' || replace(attempt_id::text, '-', ''), at, at from past`,

  `with moved as (
     insert into transfers (business_id, kind, reference, created_at)
     select business_id, kind, attempt_id::text, at from past, unnest(array['reserve', 'capture']) as kind
     returning business_id, id, kind
   )
   insert into entries (business_id, transfer_id, account, amount_cents)
   select business_id, id, account, cents from moved
   cross join lateral (values
     (case kind when 'reserve' then 'available' else 'reserved' end, -9),
     (case kind when 'reserve' then 'reserved' else 'earned' end, 9)) as sides (account, cents)`,

  `with granted as (
     insert into transfers (business_id, kind, reference, note)
     select business_id, 'grant', gen_random_uuid()::text, count(*)::text from past group by business_id
     returning business_id, id, note::int * 9 as cents
   )
   insert into entries (business_id, transfer_id, account, amount_cents)
   select business_id, id, account, amount from granted
   cross join lateral (values ('granted', -cents), ('available', cents)) as sides (account, amount)`,
]
