import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { remindBy } from '../../../test/support/remind-by.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Request, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader
let call: Call
let first: Request

/** A customer was texted, and her owner has the others reminded a week later. */
beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
  await remindBy(product, trader.businessId)
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  // The database notes by its own clock when a text went, which does not move with that of the test.
  await product.db
    .updateTable('review_requests')
    .set({ sent_at: product.now() })
    .where('invoice_id', '=', invoice.invoiceId)
    .execute()
  first = await trader.request(invoice)
})

const connectReviews = async (state: 'connected' | 'unreachable' | 'needs_reauth') => {
  await product.db
    .insertInto('profile_connections')
    .values({
      business_id: trader.businessId,
      refresh_token: Buffer.from('sealed'),
      granted_at: product.now(),
      state,
      state_since: product.now(),
      full_read_at: product.now(),
    })
    .execute()
}
const review = (stars: number) =>
  addReviews(product, trader.businessId, [
    {
      id: 'theirs',
      name: 'Sam Green',
      stars,
      writtenAt: new Date(first.sent_at!.getTime() + 30 * MINUTE_MS),
    },
  ])
const plan = () => product.job('plan-reminders')
const reminders = async () => (await trader.requests()).filter(({ invoice_id }) => invoice_id === null)
const words = async () =>
  ((await call('GET', `/api/review-requests/${first.id}`)).body as { reminder: { words: string } }).reminder
    .words

describe.each([1, 5])('a review of %i stars that may be the customer’s', (stars) => {
  test.each(['connected', 'unreachable', 'needs_reauth'] as const)(
    'ends the reminder that waits, also while Google is %s',
    async (state) => {
      await connectReviews(state)
      product.later(5 * DAY_MS)
      await plan()
      expect(await reminders()).toMatchObject([{ state: 'scheduled' }])
      await review(stars)
      await plan()
      expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'not_needed' }])
      product.later(3 * DAY_MS)
      await trader.send()
      expect(trader.texts()).toHaveLength(1)
    },
  )
})

test('one that came a moment ago ends the reminder before it is claimed', async () => {
  await connectReviews('connected')
  product.later(5 * DAY_MS)
  await plan()
  await review(5)
  product.later(3 * DAY_MS)
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'not_needed' }])
})

test('below the first text stands that a review came, and no row keeps it', async () => {
  expect(await words()).toMatch(/^One reminder follows from .*, unless the link is opened before\./)
  await connectReviews('connected')
  expect(await words()).toMatch(/, unless the link is opened or a review comes before\./)
  await review(1)
  product.later(60 * MINUTE_MS)
  expect(await words()).toBe('No reminder: a review came that may be theirs.')
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toEqual([])
  const { rows } = await sql<{ reason: string | null }>`
    select state_reason as reason from review_requests union select state_reason from reminder_mails`.execute(
    product.db,
  )
  expect(rows.map(({ reason }) => reason)).not.toContain('review_came')
})
