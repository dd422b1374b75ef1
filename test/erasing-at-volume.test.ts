import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { nodesOf, type PlanNode } from '../bench/rig/explain.ts'
import type { SystemTrx } from '../server/database/database.ts'
import type { Tables } from '../server/database/tables.ts'
import { eraseCustomer } from '../server/flows/erasing/erase-customer.ts'
import { writeLongHistory } from './support/long-history.ts'
import { asOwner, useProduct } from './support/product.ts'
import { createTrader, type Trader } from './support/trader.ts'
import { vacuumAnalyze } from './support/vacuum-analyze.ts'

const ROWS = 20_000
/** The customer of each history who has this number. */
const NTH = 700
const BUSINESSES = 2048
const BIG = /^(review_requests|send_attempts|reminder_mails|invoices)/
const product = useProduct()
let traders: Trader[]

beforeAll(async () => {
  traders = [await createTrader(product), await createTrader(product), await createTrader(product)]
  await asOwner(product.databaseUrl, async (pool) => {
    await writeLongHistory(pool, traders[0]!, ROWS)
    await writeLongHistory(pool, traders[1]!, ROWS / 4)
    const client = await pool.connect()
    try {
      await client.query('set session_replication_role = replica')
      for (const statement of MORE)
        await client.query(statement, statement.includes('$1') ? [traders[0]!.businessId] : [])
      await client.query('reset all')
    } finally {
      client.release()
    }
    await vacuumAnalyze(pool, [
      'review_requests',
      'invoices',
      'send_attempts',
      'reminder_mails',
      'businesses',
    ])
  })
}, 120_000)

/** Texts of many businesses, each with its attempt; of many an e-mail reminded. One of this customer still waits. */
const MORE = [
  `insert into businesses
   select other.*
   from (select b from businesses b order by id limit 1) one, generate_series(1, ${BUSINESSES}) n,
        lateral jsonb_populate_record(b, jsonb_build_object('id', md5(n::text))) other`,
  `update review_requests r set business_id = o.id
   from (select id, row_number() over (order by id) as n from businesses) o
   where o.n = hashtext(r.id::text) & (${BUSINESSES} - 1) and phone_hash <> decode(md5('${NTH}'), 'hex')`,
  `update invoices i set business_id = r.business_id from review_requests r where r.invoice_id = i.invoice_id`,
  `insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents)
   select business_id, gen_random_uuid(), id, 1, 'accepted', customer_phone, 9 from review_requests`,
  `insert into reminder_mails (business_id, request_id, state, state_at, customer_email, address_hash, planned_at, due_at)
   select business_id, id, 'sent', sent_at, 'sam@customers.example', decode(repeat('00', 32), 'hex'), sent_at, sent_at
   from review_requests
   where hashtext(id::text) % 4 = 0 or phone_hash = decode(md5('${NTH}'), 'hex')`,
  `update review_requests set state = 'scheduled', sent_at = null, delivered_at = null
   where phone_hash = decode(md5('${NTH}'), 'hex') and business_id = $1`,
]

test('a customer is erased everywhere by indexes that name a business, and no index of all texts is walked', async () => {
  const phone = `+614${String(NTH).padStart(8, '0')}`
  const phoneHash = createHash('md5').update(String(NTH)).digest()
  const whom = { businessId: null, phone, phoneHash }
  const plans = await plansOf(async (trx) => {
    const erased = await eraseCustomer(trx, whom, product.now())
    expect(erased).toMatchObject({ requests: 2, cancelled: 1, attempts: 2, invoices: 2, contacts: 2 })
    expect(erased.businessIds.toSorted()).toEqual(
      [traders[0]!, traders[1]!].map(({ businessId }) => businessId).toSorted(),
    )
  })
  const scans = plans
    .flatMap(nodesOf)
    .filter((node) => String(node['Node Type']).endsWith('Scan') && BIG.test(nameOf(node)))
    // A bitmap is read by the index below it.
    .filter((node) => node['Node Type'] !== 'Bitmap Heap Scan')
  expect(scans.length).toBeGreaterThan(8)
  expect(scans.filter((node) => !isNarrow(node)).map(nameOf)).toEqual([])
})

const nameOf = (node: PlanNode) => String(node['Relation Name'] ?? node['Index Name'])
/** By the business, or of the few that wait. */
const isNarrow = (node: PlanNode) =>
  /^(send_attempts_retry|reminder_mails_due)/.test(String(node['Index Name'])) ||
  String(node['Index Cond']).includes('business_id = ')

/** How PostgreSQL carries out each statement of this, which is rolled back. */
const plansOf = async (work: (trx: SystemTrx) => Promise<unknown>): Promise<PlanNode[]> => {
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: product.parts.pool }),
    log: ({ query }) => void asked.push(query),
  })
  const plans: PlanNode[] = []
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx as unknown as SystemTrx)
      for (const query of asked.filter(({ sql: words }) =>
        /^\s*(select|update|insert|delete)\b/.test(words),
      )) {
        const { rows } = await product.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
          ...query,
          sql: `explain (format json) ${query.sql}`,
        })
        plans.push(rows[0]!['QUERY PLAN'][0].Plan)
      }
      throw new Rollback()
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof Rollback)) throw cause
    })
  return plans
}

class Rollback extends Error {}
