import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { explain, nodesOf } from '../bench/rig/explain.ts'
import { freeRested } from '../server/review-requests/deciding/free-rested.ts'
import { widerStretchesAt } from '../server/reviews/attribution/latest-rules.ts'
import { readLatest } from '../server/reviews/showing/guess-texts.ts'
import { writeLongHistory } from './support/long-history.ts'
import { asOwner, useProduct } from './support/product.ts'
import { rowsRead } from './support/rows-read.ts'
import { createTrader, type Trader } from './support/trader.ts'
import { vacuumAnalyze } from './support/vacuum-analyze.ts'

const ROWS = 40_000
const FREED = 20
const BIG = /^(review_requests|link_visits_default|google_reviews)$/
const product = useProduct()
let trader: Trader
/** Of the same installation, without a text. */
let quiet: Trader

beforeAll(async () => {
  trader = await createTrader(product)
  quiet = await createTrader(product)
  const other = await createTrader(product)
  await asOwner(product.databaseUrl, async (pool) => {
    await writeLongHistory(pool, trader, ROWS)
    await writeLongHistory(pool, other, ROWS / 4)
    const client = await pool.connect()
    try {
      await client.query('set session_replication_role = replica')
      for (const statement of MORE) await client.query(statement, [trader.businessId])
      await client.query('reset all')
    } finally {
      client.release()
    }
    await vacuumAnalyze(pool, ['review_requests', 'decisions', 'invoices', 'send_attempts', 'google_reviews'])
  })
}, 120_000)

/** Of $1 and another business some texts wait and some failed. Of $1 a few were cancelled, for which others rested. */
const MORE = [
  `update review_requests set state = 'scheduled', sent_at = null, delivered_at = null
   where $1::uuid is not null and timeline_at > now() - interval '60 days' and hashtext(id::text) % 4 = 0`,
  `update review_requests set state = 'failed', failed_at = timeline_at, sent_at = null
   where $1::uuid is not null and timeline_at > now() - interval '20 days' and state = 'delivered'
     and hashtext(id::text) % 4 = 1`,
  `update review_requests set state = 'cancelled', state_reason = 'no_longer_paid', sent_at = null
   where id in (select id from review_requests where business_id = $1 and state = 'delivered' order by id desc limit ${FREED})`,
  `update decisions set outcome = 'skipped', reason = 'no_mobile'
   where $1::uuid is not null and decided_at > now() - interval '200 days'`,
  `update decisions d set reason = 'cooldown',
          detail = jsonb_build_object('plannedOf', jsonb_build_object('tenantId', r.tenant_id, 'invoiceId', r.invoice_id))
   from (select *, row_number() over (order by id) n from review_requests where business_id = $1 and state = 'cancelled') r,
        (select *, row_number() over (order by decided_at desc) n from decisions where business_id = $1) rested
   where rested.n = r.n * 10 and d.business_id = $1 and d.invoice_id = rested.invoice_id`,
  `insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, retry_at)
   select business_id, gen_random_uuid(), id, 1, 'retry', 'phone', 9, now() + interval '1 hour'
   from review_requests where business_id = $1 and state = 'scheduled'`,
  `insert into link_visits (business_id, request_id, kind, visited_at)
   select business_id, id, 'visit', timeline_at + interval '1 hour' from review_requests
   where $1::uuid is not null and state = 'delivered' and hashtext(id::text) % 3 = 0`,
  `insert into review_requests (business_id, id, tenant_id, reminder_of, state, phone_hash, phone_country, link_token,
                                correlation_id, scheduled_at, due_at, checked_at, sent_at)
   select business_id, uuidv7(), tenant_id, id, 'delivered', phone_hash, 'AU', 'reminder ' || id, 'history', at, at, at, at
   from (select *, timeline_at + interval '7 days' as at from review_requests
         where $1::uuid is not null and state = 'delivered' and hashtext(id::text) % 3 = 1) first`,
  `insert into google_reviews (business_id, review_id, reviewer_name, is_anonymous, stars, written_at, changed_at, found_at,
                               fetched_at, expires_at)
   select case n % 8 when 0 then $1 else gen_random_uuid() end, n::text, 'Customer ' || n, false, 5,
          now() - n * interval '1 hour', now(), now(), now(), now() + interval '20 days'
   from generate_series(1, 8000) n`,
]

/** One of whom nothing is on record. */
const newsOfContact = ({ tenantId }: Trader) => ({
  tenant_id: tenantId,
  resource_id: crypto.randomUUID(),
  category: 'CONTACT',
  event_type: 'UPDATE',
  event_at: product.now(),
  correlation_id: 'test',
})

test.each([
  ['for whom texts wait', () => trader, 1],
  ['for whom none waits', () => quiet, 0],
])(
  'the door asks about a contact of a business %s without reading the texts of others',
  async (_, whose, kept) => {
    const read = await rowsRead(product.db, async (trx) => {
      const news = JSON.stringify([newsOfContact(whose())])
      const { rows } = await sql`select kept from receive_xero_events(${news}::jsonb)`.execute(trx)
      expect(rows).toEqual([{ kept }])
    })
    expect(read['review_requests']!.looked).toBeLessThan(5)
    expect(read['send_attempts']!.looked).toBeLessThan(5)
    expect(read['invoices']!.looked).toBe(0)
    expect(read['decisions']!.looked).toBe(0)
  },
)

test('whoever was left in peace for a text that did not go is found by the reason in the index', async () => {
  const read = await rowsRead(product.db, async (trx) => {
    await freeRested(trx, { now: product.now() })
    const { rows } = await sql`select count(*)::integer as freed from xero_events`.execute(trx)
    expect(rows).toEqual([{ freed: FREED }])
  })
  expect(read['decisions']!.fetched).toBeLessThan(3 * FREED)
  // Of two weeks, of all that were not texted.
  expect(read['decisions']!.looked).toBeLessThan((ROWS * 1.25 * 15) / 365)
  expect(read['review_requests']!.looked).toBeLessThan(3 * FREED)
})

test('the wider look for reviews and their texts is by indexes, and no table is read through', async () => {
  const explained = await explain(product.parts.pool, trader.businessId, (trx) =>
    readLatest(trx, trader.businessId, widerStretchesAt(product.now())),
  )
  const nodes = explained.flatMap(({ plan }) => nodesOf(plan))
  const read = nodes.filter(
    (node) => node['Node Type'] === 'Seq Scan' && BIG.test(String(node['Relation Name'])),
  )
  expect(read.map((node) => node['Relation Name'])).toEqual([])
  expect(nodes.map((node) => node['Index Name'])).toContain('google_reviews_newest')
})
