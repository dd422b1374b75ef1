import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReviewRequestResponse, ReviewRequestSummary } from '../../../../contracts/review-requests.ts'
import { useProduct } from '../../../../test/support/product.ts'
import { signInTo } from '../../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../../test/support/trader.ts'
import { localDate, MINUTE_MS, wallClock } from '../../../platform/dates.ts'

const product = useProduct()
const HOUR_MS = 60 * MINUTE_MS
const WEEK_MINUTES = 10_080
const SYDNEY = 'Australia/Sydney'

/** Nine in the morning, whatever the real time is. */
const paced = async (columns: Record<string, unknown> = {}): Promise<Trader> => {
  const trader = await createTrader(product, { fundsCents: 10_000 })
  const hours = { sending_from: 480, sending_until: 1200 }
  await trader.set({ pace_per_hour: 20, pace_per_day: 60, ...hours, ...columns })
  toHour(9)
  return trader
}
const toHour = (wanted: number): void => {
  const { hour, minute } = wallClock(product.now(), SYDNEY)
  product.later((((24 + wanted) * 60 - hour * 60 - minute) % (24 * 60)) * MINUTE_MS)
}

const paysAtOnce = async (trader: Trader, count: number): Promise<void> => {
  const invoices = Array.from({ length: count }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
}

const dashboardOf = async (trader: Trader) => {
  const { call } = await signInTo({ app: product.app, db: product.db, now: product.now }, trader.businessId)
  const turns = async () =>
    ((await call('GET', '/api/review-requests/summary')).body as ReviewRequestSummary).turns
  const skip = async (lastAt: string, newestAt?: string) =>
    (await call('POST', '/api/review-requests/skip-turns', { lastAt, newestAt })).body['skipped']
  return { turns, skip }
}

test('texts that are delayed by a week, three jobs a day, wait for no turn', async () => {
  const trader = await paced({ delay_minutes: WEEK_MINUTES })
  for (let job = 0; job < 21; job += 1) {
    await paysAtOnce(trader, 1)
    product.later((job % 3 === 2 ? 16 : 4) * HOUR_MS)
  }
  expect((await trader.requests()).filter(({ state }) => state === 'scheduled')).toHaveLength(21)
  expect(await (await dashboardOf(trader)).turns()).toBeNull()
})

test('a text that its owner sends now waits for no turn, and is not skipped', async () => {
  const trader = await paced({ delay_minutes: WEEK_MINUTES })
  await paysAtOnce(trader, 1)
  const { turns, skip } = await dashboardOf(trader)
  const { id } = (await trader.requests())[0]!
  const asked = await signInTo({ app: product.app, db: product.db, now: product.now }, trader.businessId)
  expect((await asked.call('POST', `/api/review-requests/${id}/send-now`)).status).toBe(200)
  expect(await turns()).toBeNull()
  expect(await skip(product.now().toISOString())).toBe(0)
})

test('at a pace of one a day two texts of different hours wait for no turn, and two of the same do', async () => {
  const trader = await paced({ pace_per_hour: 1, pace_per_day: 1, delay_minutes: WEEK_MINUTES })
  await paysAtOnce(trader, 1)
  product.later(3 * HOUR_MS)
  await paysAtOnce(trader, 1)
  const { turns } = await dashboardOf(trader)
  expect(await turns()).toBeNull()
  product.later(3 * HOUR_MS)
  await paysAtOnce(trader, 2)
  expect(await turns()).toMatchObject({ count: 2, perDay: 1, isPlanned: false })
})

test('a flood beside delayed texts is counted with those alone that it puts off, and to skip it leaves the others', async () => {
  const trader = await paced({ delay_minutes: WEEK_MINUTES })
  await paysAtOnce(trader, 3)
  await trader.set({ delay_minutes: 0 })
  await paysAtOnce(trader, 214)
  const { turns, skip } = await dashboardOf(trader)
  expect(await turns()).toMatchObject({ count: 214, isPlanned: true })
  await trader.set({ delay_minutes: 2 * 24 * 60 })
  product.later(5 * MINUTE_MS)
  await paysAtOnce(trader, 2)
  const { count, lastAt, isPlanned } = (await turns())!
  expect([count, isPlanned]).toEqual([216, false])
  expect(await skip(lastAt)).toBe(216)
  expect((await trader.requests()).filter(({ state }) => state === 'scheduled')).toHaveLength(3)
  expect(await turns()).toBeNull()
})

test('who pays after the owner looked is not skipped with those that she saw', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 100)
  const { turns, skip } = await dashboardOf(trader)
  const { count, lastAt, newestAt } = (await turns())!
  product.later(5 * MINUTE_MS)
  await trader.set({ delay_minutes: 60 })
  await paysAtOnce(trader, 2)
  expect(await turns()).toMatchObject({ count: count + 2 })
  expect(await skip(lastAt, newestAt)).toBe(count)
  const left = (await trader.requests()).filter(({ state }) => state === 'scheduled')
  expect(left).toHaveLength(2)
})

test('a screen of before, which names only the last turn, skips all until then', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 100)
  const { turns, skip } = await dashboardOf(trader)
  const { count, lastAt } = (await turns())!
  expect(await skip(lastAt)).toBe(count)
})

test.each([21, 59, 60, 130])(
  'before %i texts of a night have turns, the day of the last is the one that they get',
  async (count) => {
    const trader = await paced()
    await paysAtOnce(trader, 10)
    toHour(21)
    await paysAtOnce(trader, count)
    const { turns } = await dashboardOf(trader)
    const before = (await turns())!
    expect(before).toMatchObject({ count, isPlanned: false, tooLate: 0 })
    expect(wallClock(new Date(before.firstAt), SYDNEY)).toMatchObject({ hour: 8, minute: 0 })
    toHour(8)
    await product.tick()
    const after = (await turns())!
    expect(after).toMatchObject({ count, isPlanned: true })
    const dayOf = (at: string) => localDate(new Date(at), SYDNEY)
    expect(dayOf(before.lastAt)).toBe(dayOf(after.lastAt))
  },
)

test('what comes too late is said before the turns are given', async () => {
  const trader = await paced({ pace_per_hour: 2, pace_per_day: 2 })
  toHour(21)
  await paysAtOnce(trader, 40)
  expect((await (await dashboardOf(trader)).turns())!.tooLate).toBeGreaterThan(8)
})

/** Each text goes when it is due, by the clock of this test, which the database does not know. */
const letThemGoUntil = async (trader: Trader, until: Date): Promise<void> => {
  const next = async () =>
    Math.min(
      ...(await trader.requests()).flatMap((r) => (r.state === 'scheduled' ? [r.due_at.getTime()] : [])),
    )
  for (let dueAt = await next(); dueAt <= until.getTime(); dueAt = await next()) {
    product.later(Math.max(0, dueAt - product.now().getTime()))
    await trader.send()
    await sql`
      update review_requests set sent_at = due_at
      where business_id = ${trader.businessId} and sent_at is not null`.execute(product.db)
  }
}

test('who sleeps elsewhere is asked behind a flood, as her row and the last day say, also once another is held', async () => {
  const trader = await paced()
  const hers = trader.paid(trader.customer('+447400123456'))
  const invoices = [hers, ...Array.from({ length: 75 }, () => trader.paid())]
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  const { call } = await signInTo({ app: product.app, db: product.db, now: product.now }, trader.businessId)
  const held = (await trader.requests()).toSorted((a, b) => b.due_at.getTime() - a.due_at.getTime())[0]!
  await call('POST', `/api/review-requests/${held.id}/hold`)
  const { turns } = (await call('GET', '/api/review-requests/summary')).body as ReviewRequestSummary
  const { id, due_at: morning } = await trader.request(hers)
  const { request } = (await call('GET', `/api/review-requests/${id}`)).body as ReviewRequestResponse
  expect(request.detail!.what).toMatch(/^Its turn comes at about \d:00 pm tomorrow: only so many/)
  await letThemGoUntil(trader, morning)
  expect(turns).toMatchObject({ count: 75, lastAt: (await trader.request(hers)).due_at.toISOString() })
})
