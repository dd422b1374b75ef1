import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ActivityPage } from '../../../../contracts/activity.ts'
import type { ReviewRequestPage } from '../../../../contracts/review-requests.ts'
import { useProduct } from '../../../../test/support/product.ts'
import { signInTo, type Call } from '../../../../test/support/signed-in.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS, wallClock } from '../../../platform/dates.ts'

const product = useProduct()
const HOUR_MS = 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60
const SYDNEY = 'Australia/Sydney'

const paced = async (fundsCents = 10_000): Promise<Trader> => {
  const trader = await createTrader(product, { fundsCents })
  await trader.set({ pace_per_hour: 20, pace_per_day: 60, sending_from: 480, sending_until: 1200 })
  // Nine in the morning, whatever the real time is.
  const { hour, minute } = wallClock(product.now(), SYDNEY)
  product.later(((33 * 60 - hour * 60 - minute) % DAY_MINUTES) * MINUTE_MS)
  return trader
}

/** What went did so by the clock of this test, which the database does not know. */
const send = async (trader: Trader): Promise<void> => {
  await trader.send()
  await sql`
    update review_requests set sent_at = due_at
    where business_id = ${trader.businessId} and sent_at is not null`.execute(product.db)
}

const paysAtOnce = async (trader: Trader, count: number): Promise<void> => {
  const invoices = Array.from({ length: count }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
}

const dashboardOf = (trader: Trader) =>
  signInTo({ app: product.app, db: product.db, now: product.now }, trader.businessId)

/** To the moment at which the next text is due, until none waits, or so many went. Returns when each did. */
const letThemGo = async (trader: Trader, most = Infinity): Promise<Date[]> => {
  for (;;) {
    const { rows } = await sql<{ next: Date | null }>`
      select min(due_at) as next from review_requests
      where business_id = ${trader.businessId} and state = 'scheduled'`.execute(product.db)
    const next = rows[0]?.next
    if (!next || trader.texts().length >= most)
      return (await trader.requests()).flatMap(({ sent_at }) => (sent_at ? [sent_at] : []))
    product.later(Math.max(0, next.getTime() - product.now().getTime()))
    await send(trader)
  }
}

const keepsThePace = (moments: Date[]): void => {
  for (const at of moments) {
    const since = (ms: number) =>
      moments.filter((other) => other <= at && other.getTime() > at.getTime() - ms).length
    expect(since(HOUR_MS)).toBeLessThanOrEqual(20)
    expect(since(DAY_MS)).toBeLessThanOrEqual(60)
    const { hour } = wallClock(at, SYDNEY)
    expect(hour >= 8 && hour < 20).toBe(true)
  }
}

test('of 300 invoices paid at once no more than 20 are asked in any hour, 60 in a day', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 300)
  expect(trader.texts()).toEqual([])
  const { call } = await dashboardOf(trader)
  const { body } = await call('GET', '/api/review-requests')
  for (const request of body['requests'] as { detail: { what: string } }[])
    expect(request.detail.what).toContain('Waiting for its turn')
  const planned = (await trader.requests()).map(({ due_at }) => due_at)
  expect(planned).toHaveLength(300)
  keepsThePace(planned)
  const went = await letThemGo(trader, 65)
  expect(went).toHaveLength(65)
  keepsThePace(went)
})

test.each([
  [20, 'goes out', /^Will be sent at the time shown\.$/],
  [70, 'from', /^Its turn comes at about \d+:\d\d [ap]m (tomorrow|on \w+): only so many/],
])('of %i texts that wait for the morning each says when it goes: %s then', async (count, atWords, what) => {
  const trader = await paced()
  product.later(12 * HOUR_MS)
  await paysAtOnce(trader, count)
  const { call } = await dashboardOf(trader)
  const { requests } = (await call('GET', '/api/review-requests')).body as ReviewRequestPage
  for (const request of requests)
    expect(request).toMatchObject({ atWords, detail: { what: expect.stringMatching(what) } })
  const { items } = (await call('GET', '/api/activity')).body as ActivityPage
  const said = new Map(requests.map(({ invoiceId, detail }) => [invoiceId, detail!.what]))
  for (const item of items.filter(({ invoiceId }) => said.has(invoiceId)))
    expect(item.what).toBe(said.get(item.invoiceId))
  await trader.set({ ask_first_at: 600 })
  const [asked] = ((await call('GET', '/api/review-requests')).body as ReviewRequestPage).requests
  expect(asked!.detail!.what).toMatch(
    count > 20 ? /^Its turn comes at about .*, unless you say no:/ : /^Goes at 8:00 am tomorrow unless/,
  )
  if (count > 20) await keepsWhatWasSaid(trader, call)
})

/** The day that each text named before it had a turn is the one of its turn. */
const keepsWhatWasSaid = async (trader: Trader, call: Call): Promise<void> => {
  const read = async () => {
    const { requests } = (await call('GET', '/api/review-requests')).body as ReviewRequestPage
    return new Map(requests.map(({ _id, detail, at }) => [_id, { what: detail!.what, at }]))
  }
  const before = await read()
  product.later(11 * HOUR_MS)
  await send(trader)
  for (const [id, { at }] of await read()) {
    const said = before.get(id)?.what
    if (!said) continue
    const isTomorrow = new Date(at).getTime() - product.now().getTime() < 14 * HOUR_MS
    expect(said).toContain(isTomorrow ? ' tomorrow' : ' on ')
  }
}

test('twenty at once go at once', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 20)
  expect(trader.texts()).toHaveLength(20)
})

test('a flood is announced before its first text, and the owner can skip it', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 100)
  const { call } = await dashboardOf(trader)
  const turns = async () => (await call('GET', '/api/review-requests/summary')).body['turns']
  expect(await turns()).toMatchObject({ count: 100, perDay: 60 })
  product.later(15 * MINUTE_MS)
  await send(trader)
  expect(trader.texts()).toHaveLength(1)
  const { lastAt } = (await turns()) as { lastAt: string }
  const skip = async () => (await call('POST', '/api/review-requests/skip-turns', { lastAt })).body
  expect(await skip()).toEqual({ skipped: 99 })
  expect(await turns()).toBeNull()
  expect(await skip()).toEqual({ skipped: 0 })
  await letThemGo(trader)
  expect(trader.texts()).toHaveLength(1)
  const skipped = (await trader.requests()).filter(({ state_reason }) => state_reason === 'skipped_by_owner')
  expect(skipped).toHaveLength(99)
  expect(await trader.balance()).toEqual({ available: 9_991, reserved: 0 })
})

test('what is paid while a flood waits goes behind it', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 30)
  const latest = Math.max(...(await trader.requests()).map(({ due_at }) => due_at.getTime()))
  product.later(HOUR_MS)
  await send(trader)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await send(trader)
  expect((await trader.request(invoice)).due_at.getTime()).toBeGreaterThanOrEqual(latest)
})

test('who is out of sending hours by their own clock waits for them', async () => {
  const trader = await paced()
  const london = trader.paid(trader.customer('+447400123456'))
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [london] }])
  await trader.sync()
  await send(trader)
  const { due_at, state } = await trader.request(london)
  expect(state).toBe('scheduled')
  expect(wallClock(due_at, 'Europe/London')).toMatchObject({ hour: 8, minute: 0 })
})

test('texts that the funds do not cover wait for funds, and for no turn', async () => {
  const trader = await paced(0)
  await paysAtOnce(trader, 30)
  await paysAtOnce(trader, 1)
  const states = new Set(
    (await trader.requests()).map(({ state, state_reason }) => `${state}: ${state_reason}`),
  )
  expect(states).toEqual(new Set(['waiting_for_funds: no_funds']))
})

test('of a flood that the funds cover in part, what they cover has its turn and the rest waits for funds', async () => {
  const trader = await paced(25 * SEGMENT_CENTS)
  await paysAtOnce(trader, 40)
  const reasons = (await trader.requests()).map(({ state_reason }) => state_reason)
  expect(reasons.filter((reason) => reason === 'paced')).toHaveLength(25)
  expect(reasons.filter((reason) => reason === 'no_funds')).toHaveLength(15)
})

test('a flood that comes at night is announced at once', async () => {
  const trader = await paced()
  product.later(12 * HOUR_MS)
  await paysAtOnce(trader, 100)
  const { call } = await dashboardOf(trader)
  const { body } = await call('GET', '/api/review-requests/summary')
  expect(body['turns']).toMatchObject({ count: 100, tooLate: 0 })
})

test('what would come too late at this pace is said before, and a higher pace plans anew', async () => {
  const trader = await paced()
  await trader.set({ pace_per_hour: 4, pace_per_day: 10 })
  await paysAtOnce(trader, 200)
  const { call } = await dashboardOf(trader)
  const turns = async () =>
    (await call('GET', '/api/review-requests/summary')).body['turns'] as { tooLate: number }
  expect((await turns()).tooLate).toBeGreaterThan(40)
  const { body } = await call('GET', '/api/sms/settings')
  const { sendingFrom, sendingUntil, delayMinutes, askFirstAt, cooldownDays, excludedWords } = body
  const kept = { sendingFrom, sendingUntil, delayMinutes, askFirstAt, cooldownDays, excludedWords }
  expect((await call('PUT', '/api/sms/settings', { ...kept, textsPerDay: 100 })).status).toBe(200)
  product.later(MINUTE_MS)
  await product.tick()
  expect(await turns()).toMatchObject({ count: 200, tooLate: 0, perDay: 100 })
})

test('texts whose turn would come too late hold up nothing that is paid later', async () => {
  const trader = await paced()
  await trader.set({ pace_per_hour: 1, pace_per_day: 2 })
  await paysAtOnce(trader, 60)
  product.later(DAY_MS)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await send(trader)
  const { due_at } = await trader.request(invoice)
  expect(due_at.getTime()).toBeLessThan(product.now().getTime() + 14 * DAY_MS)
  const { call } = await dashboardOf(trader)
  const { turns } = (await call('GET', '/api/review-requests/summary')).body as { turns: { tooLate: number } }
  expect(turns.tooLate).toBeGreaterThan(25)
})

test('a text whose turn was put off because Xero is away keeps its place', async () => {
  const trader = await paced()
  await paysAtOnce(trader, 40)
  const [first] = (await trader.requests()).toSorted(
    (one, other) => one.due_at.getTime() - other.due_at.getTime(),
  )
  product.sandbox.faults.ask({ xero5xx: { count: 50 } })
  product.later(16 * MINUTE_MS)
  await send(trader)
  product.sandbox.faults.clear()
  product.later(6 * MINUTE_MS)
  await send(trader)
  expect((await trader.requests()).find(({ id }) => id === first!.id)?.state).toMatch(/sent|delivered/)
})
