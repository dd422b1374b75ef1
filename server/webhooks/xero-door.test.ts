import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { deliver, eventOf, signatureOf } from '../../test/support/xero-door.ts'
import { asSystem } from '../database/database.ts'
import { buildApp } from '../wiring/app.ts'
import { logOptions } from '../platform/process/log.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const events = (count: number, tenantId = trader.tenantId) =>
  Array.from({ length: count }, () => eventOf(tenantId, crypto.randomUUID(), product.now()))

const kept = async ({ tenantId = trader.tenantId, category = '' } = {}): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from xero_events
    where tenant_id = ${tenantId} and (${category} = '' or category = ${category})`.execute(product.db)
  return rows[0]!.n
}

test('a signed delivery is kept and answered with an empty 200 that sets no cookie', async () => {
  const answer = await deliver(product, { events: events(1) })
  expect(answer).toMatchObject({ status: 200, body: '' })
  expect(answer.headers.has('set-cookie')).toBe(false)
  expect(await kept()).toBe(1)
})

test.each([
  ['no signature', null],
  ['another key’s signature', signatureOf('{}')],
  ['an empty signature', ''],
])('a delivery with %s is refused and leaves nothing', async (_what, signature) => {
  expect((await deliver(product, { events: events(1) }, { signature })).status).toBe(401)
  expect(await kept()).toBe(0)
})

test('Xero’s Intent to Receive gets its 200 for the good signature and its 401 for the bad', async () => {
  expect(await product.sandbox.xero.webhooks.sendIntentToReceive()).toEqual({ signed: 200, misSigned: 401 })
})

test('one body may name several organisations, and some that are not connected', async () => {
  const other = await createTrader(product)
  const stranger = crypto.randomUUID()
  const before = await product.readings()
  const mixed = [...events(2), ...events(3, other.tenantId), ...events(4, stranger)]
  expect((await deliver(product, { events: mixed })).status).toBe(200)
  expect([
    await kept(),
    await kept({ tenantId: other.tenantId }),
    await kept({ tenantId: stranger }),
  ]).toEqual([2, 3, 0])
  const after = await product.readings()
  const grown = (outcome: string) => {
    const name = `xero_events_total{outcome=${outcome}}`
    return (after[name] ?? 0) - (before[name] ?? 0)
  }
  expect([grown('kept'), grown('unknown-organisation'), grown('repeated')]).toEqual([5, 4, 0])
})

test('an event is one event, however often, in which case and order and with which kind of date it comes', async () => {
  const [first, second] = events(2) as [ReturnType<typeof eventOf>, ReturnType<typeof eventOf>]
  const shouted = {
    ...first,
    eventType: 'Update',
    eventCategory: 'invoice',
    tenantId: first.tenantId.toUpperCase(),
  }
  const zoned = { ...second, eventDateUtc: `${second.eventDateUtc}Z` }
  const bodies = [[first, second], [second, first], [shouted], [zoned, zoned], [second, shouted, first]]
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => bodies)
      .flat()
      .map((some) => deliver(product, { events: some })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await kept()).toBe(2)
})

test('an event that a worker is handling is acknowledged again at once, however long the worker takes', async () => {
  const told = { events: events(1) }
  await deliver(product, told)
  await asSystem(product.db, async (trx) => {
    await sql`update xero_events set handled_at = now() where tenant_id = ${trader.tenantId}`.execute(trx)
    expect((await deliver(product, told)).status).toBe(200)
  })
  expect(await kept()).toBe(1)
})

test('a repeated event is counted as repeated, never as another organisation’s', async () => {
  const [event] = events(1)
  const before = await product.readings()
  await deliver(product, { events: [event, event, event] })
  const after = await product.readings()
  const unknown = 'xero_events_total{outcome=unknown-organisation}'
  expect(after[unknown] ?? 0).toBe(before[unknown] ?? 0)
  const repeated = 'xero_events_total{outcome=repeated}'
  expect((after[repeated] ?? 0) - (before[repeated] ?? 0)).toBe(2)
})

test('five hundred events in one delivery are all kept', async () => {
  expect((await deliver(product, { events: events(500) })).status).toBe(200)
  expect(await kept()).toBe(500)
})

test('events of other kinds are acknowledged and not kept, whatever their ids look like', async () => {
  const [event] = events(1)
  const strange = { ...event, eventCategory: 'SUBSCRIPTION', resourceId: 'plan-7' }
  const answer = await deliver(product, { events: [strange, { ...event, eventCategory: 'CONTACT' }, event] })
  expect(answer.status).toBe(200)
  expect(await kept()).toBe(1)
})

test.each([
  ['a category of tomorrow', { eventCategory: 'FUTURE', resourceId: { deep: [1] }, eventDateUtc: 5 }],
  ['no category', { eventCategory: undefined }],
  ['a contact with an id of another form', { eventCategory: 'CONTACT', resourceId: 'plan-7' }],
  ['an invoice with an id of another form', { resourceId: 'INV-1' }],
  ['a payment with nothing but its organisation', { eventCategory: 'PAYMENT', resourceId: 7, eventType: [] }],
])('%s breaks no delivery: the invoices beside it are kept', async (_what, strange) => {
  const [first, second, odd] = events(3)
  const answer = await deliver(product, {
    events: [first, { ...odd, ...strange }, null, 'x', second],
    more: 1,
  })
  expect(answer).toMatchObject({ status: 200, body: '' })
  expect(await kept({ category: 'INVOICE' })).toBe(2)
})

test('forty payments of one moment are one row, which wakes no worker and waits until none can be missed', async () => {
  const payments = events(40).map((event) => ({ ...event, eventCategory: 'PAYMENT' }))
  await Promise.all(
    [payments, payments.slice(0, 3), payments].map((some) => deliver(product, { events: some })),
  )
  const rows = await product.db
    .selectFrom('xero_events')
    .where('tenant_id', '=', trader.tenantId)
    .select(['resource_id', 'event_at', 'retry_at', 'received_at'])
    .execute()
  // Three deliveries may fall on both sides of the end of ten seconds.
  expect(rows.length).toBeLessThanOrEqual(2)
  for (const { resource_id, event_at, retry_at, received_at } of rows) {
    expect(resource_id).toBe(trader.tenantId)
    expect(event_at.getTime()).toBeGreaterThan(received_at.getTime())
    expect(retry_at!.getTime()).toBeGreaterThanOrEqual(event_at.getTime())
  }
})

test('a body over the limit is refused as too large', async () => {
  const answer = await deliver(product, { events: [], padding: 'x'.repeat(1_100_000) })
  expect(answer.status).toBe(413)
})

test('what is not JSON is refused as unsigned when it is, and as unreadable when it is signed', async () => {
  expect((await deliver(product, 'events', { signature: null })).status).toBe(401)
  expect((await deliver(product, 'events')).status).toBe(400)
  expect((await deliver(product, '', { signature: null })).status).toBe(401)
  expect((await deliver(product, '')).status).toBe(400)
})

test('a body whose sender forgot to say what it is, is read all the same', async () => {
  const payload = JSON.stringify({ events: events(1) })
  const answer = await product.app.inject({
    method: 'POST',
    url: '/webhooks/xero',
    headers: { 'x-xero-signature': signatureOf(payload) },
    payload: Buffer.from(payload),
  })
  expect(answer.statusCode).toBe(200)
})

test('while the database cannot write, the door asks Xero to come back, and then takes the delivery', async () => {
  const sent = events(2)
  const refused = vi.spyOn(product.parts.pool, 'connect').mockImplementation(() => {
    throw new Error('connection refused')
  })
  expect(await deliver(product, { events: sent })).toMatchObject({ status: 503, body: '' })
  refused.mockRestore()
  expect(await kept()).toBe(0)
  expect((await deliver(product, { events: sent })).status).toBe(200)
  expect(await kept()).toBe(2)
})

test('nothing that was delivered, and no name, reaches a log, also when it could not be written', async () => {
  const lines: string[] = []
  const own = pino(logOptions('test', 'trace'), { write: (line) => void lines.push(line) })
  const loud = await buildApp({ ...product.parts, log: own })
  const payload = JSON.stringify({ events: events(1), Contact: 'Sam Green +61420000000' })
  const post = () =>
    loud.inject({
      method: 'POST',
      url: '/webhooks/xero?secret=1',
      headers: { 'x-xero-signature': signatureOf(payload), 'content-type': 'application/json' },
      payload,
    })
  expect((await post()).statusCode).toBe(200)
  vi.spyOn(product.parts.pool, 'connect').mockImplementation(() => {
    throw new Error('connection refused')
  })
  expect((await post()).statusCode).toBe(503)
  await loud.close()
  expect(lines.join('')).toContain('a webhook could not be written')
  expect(lines.join('')).not.toMatch(/Sam Green|61420000000|secret=1|sha256/)
})
