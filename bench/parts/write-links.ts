import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { SeededBusiness } from '../rig/goodword-command.ts'

/** The n-th token that `writeLinks` stores: spread over the whole index, and never the same for two. */
export const linkToken = (n: number): string => {
  const spread = createHash('md5').update(String(n)).digest('hex').slice(0, 4)
  return `${spread}${n.toString(16).padStart(6, '0')}`.replaceAll('0', 'g').replaceAll('1', 'h')
}

/**
 * Texts that were delivered long ago, from the first to the last by number, evenly over the businesses: what a link is
 * found by, and what every index of the table has an entry for. The indexes are laid anew, which is quicker for so
 * many.
 */
export const writeLinks = async (
  pool: Pool,
  businesses: SeededBusiness[],
  { first, last }: { first: number; last: number },
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'",
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'review_requests'::regclass and not indisprimary`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `insert into review_requests (business_id, id, tenant_id, invoice_id, state, customer_name, customer_phone,
         phone_hash, phone_country, link_token, correlation_id, scheduled_at, due_at, checked_at, sent_at)
       select orgs.business::uuid, uuidv7(-(n * interval '10 s')), orgs.tenant::uuid, gen_random_uuid(), 'delivered',
         'Customer', '+61449000000', decode(md5(n::text), 'hex'), 'AU',
         translate(left(md5(n::text), 4) || lpad(to_hex(n), 6, '0'), '01', 'gh'), '', at, at, at, at
       from generate_series($3::int, $4::int) n
       cross join lateral (select now() - n * interval '10 s' as at) long
       join unnest($1::text[], $2::text[]) with ordinality as orgs (business, tenant, place)
         on orgs.place = 1 + n % cardinality($1::text[])`,
      [
        businesses.map(({ businessId }) => businessId),
        businesses.map(({ tenantId }) => tenantId),
        first,
        last,
      ],
    )
    for (const { definition } of indexes) await client.query(definition)
  } finally {
    await client.query('reset all').catch(() => undefined)
    client.release()
  }
  await pool.query('vacuum analyze review_requests')
  await pool.query('checkpoint')
}
