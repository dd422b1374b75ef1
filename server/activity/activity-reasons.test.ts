import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage, ActivityTotals } from '../../contracts/activity.ts'
import type { ReviewRequestPage } from '../../contracts/review-requests.ts'
import { addDecision, addRequest } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const DUE_AT = new Date('2026-11-20T00:11:00Z')
const SENT_AT = new Date('2026-11-20T00:11:02Z')
const FAILED_AT = new Date('2026-11-20T00:12:00Z')

const list = async (query = ''): Promise<ActivityPage> =>
  (await call('GET', `/api/activity${query}`)).body as ActivityPage
const totals = async (query = ''): Promise<ActivityTotals> =>
  (await call('GET', `/api/activity/totals${query}`)).body as ActivityTotals

test('a cancelled and a skipped text of one reason are one line, which lists both; STOP marks the row', async () => {
  const phone_hash = Buffer.from('0d', 'hex')
  await addRequest(product.db, trader, { state: 'cancelled', state_reason: 'opted_out', phone_hash })
  await addDecision(product.db, trader, { outcome: 'skipped', reason: 'opted_out' })
  await addRequest(product.db, trader, { state: 'failed', state_reason: '30012' })
  await addRequest(product.db, trader, { state: 'failed', state_reason: '39999' })
  await product.db
    .insertInto('opt_outs')
    .values({ business_id: trader.businessId, phone_hash, source: 'stop' })
    .execute()
  const { reasons } = await totals('?from=2020-01-01')
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ['30012,39999', 2],
    ['opted_out', 2],
  ])
  for (const { reason, outcome, count } of reasons)
    expect((await list(`?reason=${reason}&outcome=${outcome}`)).items).toHaveLength(count)
  const marks = (await list('?reason=opted_out')).items.map((item) => item.optOut?.words)
  expect(marks.toSorted()).toEqual(['replied STOP', undefined])
})

test.each([
  ['scheduled', {}, 'goes out'],
  ['scheduled', { state_reason: 'xero_unreachable' }, 'due'],
  ['waiting_for_funds', { state_reason: 'no_funds' }, 'due'],
  ['sent', { sent_at: SENT_AT }, 'sent'],
  ['delivered', { sent_at: SENT_AT }, 'sent'],
  ['failed', { sent_at: SENT_AT, failed_at: FAILED_AT }, 'sent'],
  ['failed', { failed_at: FAILED_AT }, 'failed'],
  ['cancelled', { state_reason: 'opted_out' }, 'was due'],
  ['expired', { state_reason: 'no_funds' }, 'was due'],
])('a text that is %s with %j has one moment here and on the timeline: %s', async (state, columns, words) => {
  await addRequest(product.db, trader, { state, due_at: DUE_AT, ...columns })
  const [item] = (await list()).items
  const { requests } = (await call('GET', '/api/review-requests')).body as ReviewRequestPage
  const at = { sent: SENT_AT, failed: FAILED_AT }[words] ?? DUE_AT
  expect(item!.request).toMatchObject({ at: at.toISOString(), atWords: words })
  expect(requests[0]).toMatchObject({ at: at.toISOString(), atWords: words })
})

test('texts that wait while review requests are off say that they will not go', async () => {
  await addRequest(product.db, trader, { state: 'scheduled' })
  await trader.set({ automation_enabled: false })
  expect((await list()).items).toMatchObject([
    { outcome: 'pending', what: 'It will not be sent while review requests are switched off.' },
  ])
})
