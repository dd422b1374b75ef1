import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { findReviewed } from './find-reviewed.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await product.db
    .insertInto('profile_connections')
    .values({
      business_id: trader.businessId,
      refresh_token: Buffer.from('sealed'),
      granted_at: product.now(),
      state: 'connected',
      state_since: product.now(),
      full_read_at: product.now(),
    })
    .execute()
})

const daysAgo = (days: number): Date => new Date(product.now().getTime() - days * DAY_MS)
const textedDaysAgo = (days: number, name: string): Promise<string> =>
  addRequest(product.db, trader, {
    state: 'delivered',
    customer_name: name,
    first_name: name.split(' ')[0]!,
    sent_at: daysAgo(days),
    due_at: daysAgo(days),
    phone_hash: Buffer.from(name),
  })

/** So many customers more, texted evenly over these days until now. */
const texted = async (count: number, days: number): Promise<void> => {
  await sql`
    with numbered as (
      select gen_random_uuid() as id, 'Customer ' || (array['Ash', 'Bell', 'Cole', 'Dunn'])[1 + n % 4] as name,
             ${product.now()}::timestamptz - n * make_interval(secs => ${(days * 86_400) / count}) as at
      from generate_series(1, ${count}::int) n),
    paid as (
      insert into invoices (business_id, tenant_id, invoice_id, type, status, total, currency, amount_due,
                            amount_paid, amount_credited, updated_at, first_seen_at, found_by)
      select ${trader.businessId}, ${trader.tenantId}, id, 'ACCREC', 'PAID', 100, 'AUD', 0, 100, 0, at, at, 'webhook' from numbered)
    insert into review_requests (business_id, tenant_id, invoice_id, id, state, customer_name, first_name, phone_hash,
                                 phone_country, link_token, correlation_id, scheduled_at, due_at, checked_at, sent_at)
    select ${trader.businessId}, ${trader.tenantId}, id, id, 'delivered', name, 'Customer', sha256(id::text::bytea),
           'AU', id::text, 'test', at, at, at, at
    from numbered`.execute(product.db)
}
const reviewed = (...ids: string[]) =>
  findReviewed({ db: product.db, databaseNow: async () => product.now() }, trader.businessId, ids)
const moanaReviews = (writtenAt: Date) =>
  addReviews(product, trader.businessId, [{ id: 'hers', name: 'Moana Kahu', writtenAt }])

test('where over a thousand customers were texted since, a review of the one asked about is found', async () => {
  const [moana, peter] = [await textedDaysAgo(7, 'Moana Kahu'), await textedDaysAgo(7, 'Peter Lang')]
  await texted(1_200, 6)
  await moanaReviews(daysAgo(6.5))
  expect(await reviewed(moana, peter)).toEqual(new Map([[moana, 'likely']]))
})

test('where over a hundred reviews came since, that of the customer asked about is found', async () => {
  const [moana, peter] = [await textedDaysAgo(7, 'Moana Kahu'), await textedDaysAgo(7, 'Peter Lang')]
  await moanaReviews(daysAgo(6.9))
  const since = Array.from({ length: 120 }, (_, index) => ({
    id: `review-${index}`,
    name: 'Robin Ash',
    writtenAt: daysAgo(index / 20),
  }))
  await addReviews(product, trader.businessId, since)
  expect(await reviewed(moana, peter)).toEqual(new Map([[moana, 'likely']]))
})

test('where more were texted since than are looked at, nobody knows', async () => {
  const [moana, peter] = [await textedDaysAgo(7, 'Moana Kahu'), await textedDaysAgo(2, 'Peter Lang')]
  await texted(4_200, 6)
  await moanaReviews(daysAgo(6.5))
  expect(await reviewed(moana, peter)).toEqual(new Map([[moana, 'unknown']]))
})
