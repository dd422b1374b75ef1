import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { remindBy } from '../../../test/support/remind-by.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { planReminders } from './plan-reminders.ts'

const product = useProduct()
let trader: Trader

const TEXTS = 450
const PAGES = 3

beforeEach(async () => {
  trader = await createTrader(product)
  await remindBy(product, trader.businessId, {})
  await sentAt(new Date(product.now().getTime() - 5 * DAY_MS))
  // They are looked at, and nobody is reminded.
  await trader.set({ automation_enabled: false })
})

/** So many texts that went within one millisecond, each at a moment of its own. */
const sentAt = async (at: Date): Promise<void> => {
  await remindBy(product, trader.businessId, { on_since: new Date(0) })
  await sql`
    with paid as (
      insert into invoices (business_id, tenant_id, invoice_id, type, status, total, amount_due, amount_paid,
                            amount_credited, updated_at, found_by)
      select ${trader.businessId}, ${trader.tenantId}, gen_random_uuid(), 'ACCREC', 'PAID', 1, 0, 1, 0, ${at}, 'sweep'
      from generate_series(1, ${TEXTS}::int)
      returning *
    )
    insert into review_requests (business_id, tenant_id, invoice_id, state, phone_hash, phone_country, link_token,
                                 correlation_id, scheduled_at, due_at, checked_at, sent_at)
    select business_id, tenant_id, invoice_id, 'sent', decode(md5(invoice_id::text), 'hex'), 'AU', invoice_id, 'test',
           ${at}, ${at}, ${at}, ${at}::timestamptz + (row_number() over ()) * interval '1 microsecond'
    from paid`.execute(product.db)
}

/** The first texts that were looked at, page by page; gives up where there are more pages than there can be. */
const plan = async ({ stopAfter = Infinity } = {}): Promise<string[][]> => {
  const stopping = new AbortController()
  const pages: string[][] = []
  const findReviewed = async (_: string, ids: string[]) => {
    pages.push(ids)
    if (pages.length > PAGES + 1) throw new Error('the same texts are looked at again')
    if (pages.length === stopAfter) stopping.abort()
    return new Map()
  }
  await planReminders({ ...product.parts, findReviewed }, stopping.signal)
  return pages
}

test('of hundreds of texts that went within one millisecond each is looked at once', async () => {
  const pages = await plan()
  const seen = pages.flat()
  expect(pages).toHaveLength(PAGES)
  expect([seen.length, new Set(seen).size]).toEqual([TEXTS, TEXTS])
})

test('a worker that has to end begins no further page', async () => {
  expect(await plan({ stopAfter: 1 })).toHaveLength(1)
})
