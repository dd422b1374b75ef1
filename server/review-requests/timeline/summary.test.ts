import { beforeEach, expect, test } from 'vitest'
import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import { addAttempt, addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'
import { localDate, startOfDay } from '../../platform/dates.ts'

const product = useProduct()
const ZONE = 'Pacific/Auckland'
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 900 })
  await trader.setOrganisation({ time_zone: ZONE })
  ;({ call } = await signInTo(product, trader.businessId))
})

const request = (state: string, at: Date, columns: Record<string, number | string | Date | null> = {}) =>
  addRequest(product.db, trader, {
    state,
    due_at: at,
    sent_at: state === 'scheduled' || state === 'waiting_for_funds' ? null : at,
    ...columns,
  })

const summary = async (): Promise<ReviewRequestSummary> =>
  (await call('GET', '/api/review-requests/summary')).body as ReviewRequestSummary

test('the month is the business’s own, and a failed text was not sent [2.25] [4.2]', async () => {
  const today = localDate(product.now(), ZONE)
  const began = startOfDay(`${today.slice(0, 8)}01`, ZONE)
  await request('delivered', new Date(began.getTime() - 1))
  await request('delivered', began, { opened_at: product.now() })
  await request('sent', product.now())
  await addAttempt(product.db, trader, await request('failed', product.now()), {
    state: 'accepted',
    claimed_at: product.now(),
  })
  await request('failed', product.now(), { sent_at: null, failed_at: product.now() })
  await request('scheduled', product.now())
  await request('waiting_for_funds', product.now())
  expect(await summary()).toMatchObject({
    timeZone: ZONE,
    today,
    sentThisMonth: 2,
    deliveredThisMonth: 1,
    failedThisMonth: 2,
    undeliveredThisMonth: 1,
    openedThisMonth: 1,
    scheduled: 1,
    waitingForFunds: 1,
  })
})

test('what the owner held back is counted against all that went out or would', async () => {
  const now = product.now()
  const today = localDate(now, ZONE)
  const before = new Date(startOfDay(`${today.slice(0, 8)}01`, ZONE).getTime() - 1)
  const unsent = { sent_at: null }
  const hers = { ...unsent, state_reason: 'cancelled_by_owner' }
  expect(await summary()).toMatchObject({ heldBackThisMonth: 0, plannedThisMonth: 0 })
  await request('delivered', now)
  await request('scheduled', now)
  await request('held', now, { ...unsent, held_at: now })
  await request('cancelled', now, hers)
  await request('cancelled', before, hers)
  await request('expired', now, { ...unsent, state_reason: 'held_too_long' })
  await request('cancelled', now, { ...unsent, state_reason: 'no_longer_paid' })
  await request('expired', now, { ...unsent, state_reason: 'no_funds' })
  expect(await summary()).toMatchObject({ heldBackThisMonth: 3, plannedThisMonth: 5, scheduled: 1 })
})

test('funds last as many days as they would at the pace since the first text of the last two weeks', async () => {
  const daysAgo = (days: number) => new Date(product.now().getTime() - days * 86_400_000)
  await request('delivered', daysAgo(20), { price_cents: 5_000 })
  expect((await summary()).fundsLastDays).toBeNull()
  for (const days of [10, 5, 1]) await request('delivered', daysAgo(days), { price_cents: 100 })
  // 300 cents in ten days, 900 left.
  expect([29, 30]).toContain((await summary()).fundsLastDays)
})

test.each([
  [0, false],
  [SEGMENT_CENTS - 1, false],
  [SEGMENT_CENTS, true],
])('with %d cents left the funds cover the oldest text that waits: %s', async (fundsCents, covered) => {
  trader = await createTrader(product, { fundsCents })
  ;({ call } = await signInTo(product, trader.businessId))
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  expect(await summary()).toMatchObject({ waitingForFunds: 0, fundsCoverOldest: true })
  await request('waiting_for_funds', product.now())
  expect(await summary()).toMatchObject({ waitingForFunds: 1, fundsCoverOldest: covered })
})

test('a business with nothing yet has noughts, no pace, the days of its country, and no time zone to show', async () => {
  const { id } = await product.db
    .insertInto('businesses')
    .values({ name: 'New', currency: 'AUD', template: 'Hi', country: 'NZ' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body } = await (await signInTo(product, id)).call('GET', '/api/review-requests/summary')
  expect(body).not.toHaveProperty('timeZone')
  expect(body).toMatchObject({
    today: localDate(product.now(), ZONE),
    sentThisMonth: 0,
    scheduled: 0,
    fundsCoverOldest: true,
    fundsLastDays: null,
  })
})

test('times are shown in the zone that Xero named, also once it is disconnected', async () => {
  expect(await summary()).toMatchObject({ timeZone: ZONE })
  await trader.setOrganisation({ state: 'disconnected' })
  expect(await summary()).toMatchObject({ timeZone: ZONE })
})
