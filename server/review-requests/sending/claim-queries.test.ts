import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf } from '../../../test/support/trader.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/dates.ts'
import { dueRequests } from './claim-queries.ts'

const product = useProduct()

test('a claim joins what it takes, and not all that waits behind it', async () => {
  const trader = await createTrader(product, { fundsCents: 100 * SEGMENT_CENTS })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}', delay_minutes: 60 })
  const invoices = Array.from({ length: 45 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  product.later(HOUR_MS + MINUTE_MS)
  await sql`analyze invoices`.execute(product.db)
  await sql`update review_requests set checked_at = ${product.now()}`.execute(product.db)
  await asBusiness(product.db, trader.businessId, async (trx) => {
    // So that nothing comes in order by itself: what is joined before it is sorted is joined in vain.
    for (const way of [
      'seqscan',
      'indexscan',
      'indexonlyscan',
      'hashjoin',
      'mergejoin',
      'material',
      'memoize',
    ])
      await sql`set local ${sql.id(`enable_${way}`)} = off`.execute(trx)
    const before = await invoicesRead(trx)
    const due = await dueRequests(trx, trader.businessId, { now: sql`${product.now()}`, most: 5 })
    expect(due).toHaveLength(5)
    expect((await invoicesRead(trx)) - before).toBe(5)
  })
})

const invoicesRead = async (trx: TenantTrx): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'invoices'`.execute(
    trx,
  )
  return rows[0]!.read
}
