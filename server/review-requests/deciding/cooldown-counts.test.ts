import { expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)

const HOUR_MS = 60 * MINUTE_MS

/** By the clock of the test: the database writes its own. */
const wentNow = async ({ invoiceId }: Invoice) => {
  await owner.trader.send()
  await product.db
    .updateTable('review_requests')
    .set({ sent_at: product.now() })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'sent')
    .execute()
}

test('the cooldown counts from the text that went last, also where it was planned first', async () => {
  const { trader } = owner
  await trader.set({ cooldown_days: 1 })
  const customer = trader.customer()
  const first = await owner.decided(customer)
  await owner.done('cancel', first)
  product.later(HOUR_MS)
  await wentNow(await owner.decided(customer))
  product.later(25 * HOUR_MS)
  await owner.done('undo-cancel', first)
  await wentNow(first)
  expect(trader.texts()).toHaveLength(2)
  product.later(HOUR_MS)
  expect(await trader.decision(await owner.decided(customer))).toBe('cooldown')
})
