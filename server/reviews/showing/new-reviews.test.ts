import { beforeEach, expect, test } from 'vitest'
import { addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
const HOUR_MS = 3_600_000
let trader: Trader
let call: Call
let began: Date

beforeEach(async () => {
  began = product.now()
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
  await product.db
    .insertInto('profile_connections')
    .values({
      business_id: trader.businessId,
      refresh_token: Buffer.of(1),
      granted_at: began,
      state: 'connected',
      state_since: began,
      full_read_at: began,
    })
    .execute()
})

const ago = (hours: number) => new Date(began.getTime() - hours * HOUR_MS)
const page = async () => (await call('GET', '/api/reviews')).body as Record<string, never>
const seen = (readAt: string) => call('POST', '/api/reviews/seen', { readAt })

test('what was found since an owner last looked is new to her, and to nobody who looked later', async () => {
  await addReviews(product, trader.businessId, [{ id: 'old', fetchedAt: ago(3), reply: 'Thanks' }])
  expect(await page()).toMatchObject({ seenAt: null, figures: { count: 1, isNew: 0 } })
  await seen(ago(2).toISOString())
  await addReviews(product, trader.businessId, [{ id: 'new', fetchedAt: ago(1), stars: 4 }])
  const first = await page()
  expect(first).toMatchObject({
    seenAt: ago(2).toISOString(),
    figures: { count: 2, unanswered: 1, isNew: 1, average: 4.5 },
  })
  const { call: partner } = await signInTo(product, trader.businessId)
  expect((await partner('GET', '/api/reviews')).body).toMatchObject({ seenAt: null })

  await seen(first['readAt'] as unknown as string)
  await seen(ago(5).toISOString())
  expect(await page()).toMatchObject({ seenAt: first['readAt'], figures: { isNew: 0 } })
  await seen(new Date(product.now().getTime() + HOUR_MS).toISOString())
  expect(await page()).toMatchObject({ figures: { isNew: 0 } })
  await addReviews(product, trader.businessId, [
    { id: 'later', fetchedAt: new Date(product.now().getTime() + 1) },
  ])
  expect(await page()).toMatchObject({ figures: { isNew: 1 } })
})

test('the figures are of what Google returned in the last 30 days, and of this business', async () => {
  const other = await createTrader(product)
  await addReviews(product, other.businessId, [{ id: 'theirs', stars: 1 }])
  await addReviews(product, trader.businessId, [
    { id: 'gone', stars: 1, fetchedAt: ago(30 * 24) },
    { id: 'kept', stars: 5, fetchedAt: ago(30 * 24 - 1) },
  ])
  expect(await page()).toMatchObject({ figures: { count: 1, average: 5 } })
})

test('a review is laid to the text whose customer it is called like, with its reason, and an anonymous one to none', async () => {
  const texted = (customer_name: string, first_name: string, hours: number, opened = true) =>
    addRequest(product.db, trader, {
      state: 'delivered',
      customer_name,
      first_name,
      sent_at: ago(hours),
      due_at: ago(hours),
      phone_hash: Buffer.from(customer_name),
      invoice_number: `INV-${first_name}`,
      ...(opened && { opened_at: ago(hours - 1), open_count: 1 }),
    })
  const moana = await texted('Moana Kahu', 'Moana', 6)
  await texted('Peter Lang', 'Peter', 5, false)
  await texted('Ines Duarte', 'Ines', 30, false)
  await addReviews(product, trader.businessId, [
    { id: 'hers', name: 'Moana Kahu', writtenAt: ago(4) },
    { id: 'nameless', name: null, writtenAt: ago(4) },
    { id: 'stranger', name: 'Quentin Abelard', writtenAt: ago(100) },
  ])
  const { body } = await call('GET', '/api/reviews/guesses')
  expect(body).toEqual({
    guesses: [
      {
        reviewId: 'hers',
        certainty: 'likely',
        reason: 'Moana Kahu opened the link 1 hour before this review, and the name agrees.',
        requestId: moana,
        customerName: 'Moana Kahu',
        invoiceNumber: 'INV-Moana',
      },
    ],
  })
  await product.db
    .updateTable('review_requests')
    .set({ customer_name: null, first_name: null })
    .where('id', '=', moana)
    .execute()
  expect((await call('GET', '/api/reviews/guesses')).body).toEqual({ guesses: [] })
})
