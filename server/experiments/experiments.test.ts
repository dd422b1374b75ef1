import { beforeEach, expect, test } from 'vitest'
import type { ExperimentsResponse } from '../../contracts/experiments.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../test/support/trader.ts'
import { asBusiness } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const OTHER = 'Hello {firstName}, would you tell others about {businessName}? {reviewLink}'
const list = async (by: Call = call) => (await by('GET', '/api/experiments')).body as ExperimentsResponse
const start = (body: Record<string, unknown>) => call('POST', '/api/experiments', body)
const stop = (id: string, by: Call = call) => by('POST', `/api/experiments/${id}/stop`, {})

test('a comparison of two messages is registered with what was there, and begins at once', async () => {
  const { message } = await list()
  const { status, body } = await start({ kind: 'wordings', weeks: 8, message: OTHER })
  expect(status).toBe(200)
  const [one] = (body as ExperimentsResponse).experiments
  expect(one).toMatchObject({
    kind: 'wordings',
    state: 'running',
    counted: 'opened',
    percentB: 50,
    a: { message, customers: 0, came: 0 },
    b: { message: OTHER, customers: 0, came: 0 },
    judgement: null,
  })
  expect(Date.parse(one!.endsAt) - Date.parse(one!.registeredAt)).toBe(8 * 7 * DAY_MS)
  expect(Date.parse(one!.judgedAt) - Date.parse(one!.endsAt)).toBe(28 * DAY_MS)
})

test('one runs at a time, and what it compares cannot be changed until it is stopped', async () => {
  const { delayMinutes } = await list()
  const started = await start({ kind: 'delays', weeks: 4, delayMinutes: delayMinutes + 1440 })
  expect(await start({ kind: 'wordings', weeks: 4, message: OTHER })).toMatchObject({
    status: 409,
    body: { code: 'comparison-running' },
  })
  const { body: settings } = await call('GET', '/api/sms/settings')
  const {
    timeZone: _,
    defaults: _defaults,
    excludedContacts: _excluded,
    version: _version,
    ...saved
  } = settings
  const save = (change: object) => call('PUT', '/api/sms/settings', { ...saved, ...change })
  expect(await save({ delayMinutes: 15 })).toMatchObject({
    status: 409,
    body: { code: 'comparison-running' },
  })
  expect(await save({ cooldownDays: 30 })).toMatchObject({ status: 200 })
  expect(await call('PUT', '/api/sms/template', { message: OTHER, isEnabled: true })).toMatchObject({
    status: 200,
  })

  const [running] = (started.body as ExperimentsResponse).experiments
  const stopped = (await stop(running!.id)).body as ExperimentsResponse
  expect(stopped.experiments[0]).toMatchObject({ state: 'stopped', judgement: null })
  expect(await save({ delayMinutes: 15 })).toMatchObject({ status: 200 })
  expect(await start({ kind: 'wordings', weeks: 4, message: `${OTHER}!` })).toMatchObject({ status: 200 })
  expect(await call('PUT', '/api/sms/template', { message: `${OTHER}?`, isEnabled: true })).toMatchObject({
    status: 409,
    body: { code: 'comparison-running' },
  })
  expect(await call('PUT', '/api/sms/template', { message: OTHER, isEnabled: false })).toMatchObject({
    status: 200,
  })
})

test.each([
  [{ kind: 'delays', weeks: 4 }, 'same-sides'],
  [{ kind: 'delays', weeks: 4, delayMinutes: 0 }, 'same-sides'],
  [{ kind: 'wordings', weeks: 4 }, 'same-sides'],
  [{ kind: 'wordings', weeks: 4, message: 'Hi {nickname}' }, 'invalid-template'],
  [{ kind: 'wordings', weeks: 5, message: OTHER }, 'invalid-request'],
  [{ kind: 'hold-out', weeks: 52 }, 'reviews-not-connected'],
])('%o is refused: %s', async (wanted, code) => {
  await trader.set({ delay_minutes: 0 })
  expect(await start(wanted)).toMatchObject({ body: { code } })
  expect((await list()).experiments).toEqual([])
})

test('nobody can change what was registered, not even the role that writes it', async () => {
  await start({ kind: 'wordings', weeks: 4, message: OTHER })
  const change = asBusiness(product.db, trader.businessId, (trx) =>
    trx.updateTable('experiments').set({ ends_at: product.now() }).execute(),
  )
  await expect(change).rejects.toThrow(/permission denied/)
})

test('what came is counted by customer and within three weeks, and judged on its day only', async () => {
  await trader.set({ sending_from: null, sending_until: null })
  await start({ kind: 'wordings', weeks: 4, message: OTHER })
  const invoices = Array.from({ length: 6 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  await trader.send()
  for (const [at, days] of [1, 20, 22].entries()) {
    const opened = { opened_at: new Date(product.now().getTime() + days * DAY_MS), open_count: 1 }
    const text = product.db.updateTable('review_requests').set(opened)
    await text.where('invoice_id', '=', invoices[at]!.invoiceId).execute()
  }
  const [early] = (await list()).experiments
  expect(early!.a.customers + early!.b.customers).toBe(6)
  expect(early!.a.came! + early!.b.came!).toBe(2)
  expect(early).toMatchObject({ state: 'running', judgement: null })

  product.later(61 * DAY_MS)
  ;({ call } = await signInTo(product, trader.businessId))
  const [judged] = (await list()).experiments
  expect(judged).toMatchObject({ state: 'judged', judgement: { better: null } })
  expect(judged!.judgement!.low).toBeLessThan(judged!.judgement!.high)
  expect(judged!.a.came! + judged!.b.came!).toBe(2)
})

test('before it starts it is said what it could show', async () => {
  const { plans, customersPerMonth } = await list()
  expect(customersPerMonth).toBe(0)
  expect(plans.map(({ kind, monthsForTenPoints }) => [kind, monthsForTenPoints])).toEqual([
    ['hold-out', null],
    ['delays', null],
    ['wordings', null],
  ])
  expect(plans[0]!.whyNot).toMatch(/reviews must be connected/)
  expect(plans[1]).toMatchObject({ whyNot: null, assumedPercent: 30, isAssumed: true })
})

test('an owner stops no comparison of another', async () => {
  const { body } = await start({ kind: 'wordings', weeks: 4, message: OTHER })
  const other = await signInTo(product, (await createTrader(product)).businessId)
  const [one] = (body as ExperimentsResponse).experiments
  expect((await stop(one!.id, other.call)).status).toBe(404)
  expect((await list(other.call)).experiments).toEqual([])
  expect((await list()).experiments[0]).toMatchObject({ state: 'running' })
})
