import { expect, test } from 'vitest'
import type { ReviewGuess } from '../../../contracts/reviews.ts'
import { addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { addReminder } from '../../../test/support/reminders.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS } from '../../platform/dates.ts'

const product = useProduct()
const HOUR_MS = 3_600_000
const TOKEN = '23456789bc'
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1' }

const textedDaysAgo = (days: number, trader: Trader, customer: string, columns = {}) => {
  const moment = new Date(product.now().getTime() - days * DAY_MS)
  return addRequest(product.db, trader, {
    state: 'delivered',
    customer_name: customer,
    first_name: customer.split(' ')[0]!,
    sent_at: moment,
    due_at: moment,
    phone_hash: Buffer.from(customer),
    ...columns,
  })
}

test('a visit by the link of a reminder counts for the customer’s first text', async () => {
  const trader = await createTrader(product)
  const { call } = await signInTo(product, trader.businessId)
  const first = await textedDaysAgo(9, trader, 'Moana Kahu')
  await textedDaysAgo(8, trader, 'Peter Lang')
  await addReminder(product.db, first, { linkToken: TOKEN, hoursLater: 7 * 24 })
  await fetch(`${product.url}/r/${TOKEN}`, { redirect: 'manual', headers: PHONE })
  product.later(HOUR_MS)
  await addReviews(product, trader.businessId, [{ id: 'hers', name: 'Moana Kahu' }])
  const guesses = async () =>
    ((await call('GET', '/api/reviews/guesses')).body as { guesses: ReviewGuess[] }).guesses
  const guess = {
    reviewId: 'hers',
    requestId: first,
    certainty: 'likely',
    reason: 'Moana Kahu opened the link 1 hour before this review, and the name agrees.',
  }
  expect(await guesses()).toMatchObject([guess])
  await product.db.deleteFrom('link_visits').where('business_id', '=', trader.businessId).execute()
  expect(await guesses()).toMatchObject([guess])
})

test('of a business whose reviews go back further it is known how seldom they come by themselves', async () => {
  const trader = await createTrader(product)
  const { call } = await signInTo(product, trader.businessId)
  await textedDaysAgo(5 / 24, trader, 'Moana Kahu')
  await textedDaysAgo(29 / 24, trader, 'Peter Lang')
  await addReviews(product, trader.businessId, [{ id: 'hers', name: 'Moana' }])
  const certainty = async () =>
    ((await call('GET', '/api/reviews/guesses')).body as { guesses: ReviewGuess[] }).guesses.map(
      ({ certainty }) => certainty,
    )
  expect(await certainty()).toEqual(['perhaps'])
  const writtenAt = new Date(product.now().getTime() - 90 * DAY_MS)
  await addReviews(product, trader.businessId, [{ id: 'old', name: 'Sam Green', writtenAt }])
  expect(await certainty()).toEqual(['likely'])
})
