import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { anotherHistory, markMoment, type Rewind } from '../../../test/support/rewind.ts'
import { inboundOf, reportOf } from '../../../test/support/sms-door.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../test/support/trader.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { checkRecovery } from '../../operations/check-recovery.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})

const AFTER_CLAIMS_MS = 23_000

/** Until nothing is due and the fence is down. */
const settled = async () => {
  await product.tick()
  if (await fence()) {
    product.later(AFTER_CLAIMS_MS)
    await product.tick()
  }
}
const fence = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ reason: string | null }>`
    select case when fenced_at is not null then reason end as reason from recovery`.execute(product.db)
  return rows[0]!.reason ?? undefined
}
const pay = async (customer?: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  return invoice
}
const text = async (customer?: Customer) => {
  const invoice = await pay(customer)
  await trader.sync()
  await trader.send()
  return invoice
}
/** What Xero has is read anew. */
const sweep = async () => {
  await product.job('sweep-organisation', { businessId: trader.businessId, tenantId: trader.tenantId })
  await settled()
}
const forget = async ({ back }: Rewind, what?: 'restarted' | 'restored') => {
  await back()
  if (what) await anotherHistory(product.databaseUrl, what)
}
const mark = () => markMoment(product.databaseUrl)
const faults = async () => (await checkLedger(product.db, trader.businessId)).map(({ fault }) => fault)

test('of workers that find another history one raises the fence, none sends, and it lifts by itself', async () => {
  await pay()
  await trader.sync()
  await anotherHistory(product.databaseUrl, 'restored')
  const other = product.otherWorker()
  await Promise.all([trader.send(), other(`send:${trader.businessId}`)])
  expect(trader.texts()).toHaveLength(0)
  const said = vi.spyOn(product.parts.log, 'warn')
  await Promise.all([product.work('recovery:fence'), other('recovery:fence')])
  expect(said.mock.calls.filter(([, words]) => words?.includes('is up'))).toHaveLength(1)
  said.mockRestore()
  expect(await fence()).toBe('restored')
  // A claim that was forgotten may be sent until then.
  await product.tick()
  expect(trader.texts()).toHaveLength(0)
  await settled()
  expect(await fence()).toBeUndefined()
  expect(trader.texts()).toHaveLength(1)
})

test('a restore that forgets texts sends none twice: each is taken over, and paid for once', async () => {
  const first = await text()
  const moment = await mark()
  const invoices = [await text(), await text(), await text()]
  const sids = trader.texts().map(({ sid }) => sid)
  await forget(moment, 'restored')
  expect(await trader.requests()).toHaveLength(1)
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(4)
  for (const [at, invoice] of [first, ...invoices].entries())
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: sids[at], attempts: 1 })
  expect(await trader.balance()).toEqual({ available: 1000 - 4 * SEGMENT_CENTS, reserved: 0 })
  expect(await faults()).toEqual([])
  const { body } = (await trader.requests()).at(-1) as unknown as { body: string }
  expect(body).toBe(trader.texts().at(-1)!.body)
})

test('a text that waited at the restored moment is not sent again, in whatever way it waited', async () => {
  const [invoice, other] = [await pay(), await pay()]
  await trader.sync()
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  const moment = await mark()
  product.later(MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(2)
  await forget(moment, 'restored')
  await settled()
  product.later(MINUTE_MS)
  await settled()
  expect(trader.texts()).toHaveLength(2)
  expect([(await trader.request(invoice)).state, (await trader.request(other)).state]).toEqual([
    'sent',
    'sent',
  ])
  expect(await faults()).toEqual([])
})

test('a STOP that the restored database has forgotten still holds', async () => {
  const customer = trader.customer()
  const planned = await pay(customer)
  await trader.sync()
  const moment = await mark()
  const { sid } = await product.sandbox.twilio.reply(customer.phone, 'STOP')
  await inboundOf(product, { phone: customer.phone, body: 'STOP', sid })
  await forget(moment, 'restored')
  const later = await pay(customer)
  await settled()
  expect(trader.texts()).toHaveLength(0)
  expect(await trader.request(planned)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
  expect(await trader.decision(later)).toBe('opted_out')
})

test('a customer whose text was forgotten gets no second one for another invoice', async () => {
  const customer = trader.customer()
  const moment = await mark()
  const forgotten = await text(customer)
  await forget(moment, 'restored')
  const later = await pay(customer)
  await trader.sync()
  await settled()
  expect(trader.texts()).toHaveLength(1)
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(forgotten)).toMatchObject({ state: 'sent' })
  expect(await trader.request(later)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
})

test('what became of a forgotten text is known as soon as it is taken over, and reports on it still count', async () => {
  const moment = await mark()
  const lost = trader.customer('+61491579760')
  const invoice = await text(lost)
  const { rows } = await sql<{ id: string }>`
    select id from send_attempts where message_sid = ${trader.texts().at(-1)!.sid}`.execute(product.db)
  await forget(moment, 'restored')
  await settled()
  await sweep()
  const { message_sid: sid } = await trader.request(invoice)
  await reportOf(product, rows[0]!.id, { sid: sid!, status: 'delivered' })
  expect((await trader.request(invoice)).state).toBe('delivered')
  expect(await fence()).toBeUndefined()
})

test('where the funds do not cover a forgotten text, it is sent all the same, and the books agree', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment, 'restored')
  await sql`
    with booked as (
      insert into transfers (business_id, kind, reference) values (${trader.businessId}, 'refund', 're_1') returning id)
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${trader.businessId}, id, side.account, side.cents
    from booked cross join (values ('available', -1000), ('card', 1000)) as side (account, cents)`.execute(
    product.db,
  )
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  expect(await trader.balance()).toEqual({ available: 0, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('where bodies are redacted, a forgotten text is that of the customer’s invoice', async () => {
  const moment = await mark()
  product.sandbox.twilio.redactBodies(true)
  try {
    const invoice = await text()
    await forget(moment, 'restored')
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(1)
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  } finally {
    product.sandbox.twilio.redactBodies(false)
  }
})

test('while the gateway cannot be asked the fence stays up and says why, and the doors take webhooks', async () => {
  const list = vi.spyOn(product.parts.twilio, 'sent')
  list.mockImplementation(() => {
    throw new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503')
  })
  await pay()
  await trader.sync()
  await anotherHistory(product.databaseUrl, 'restored')
  product.later(AFTER_CLAIMS_MS)
  await expect(product.work('recovery:fence')).rejects.toThrow('http-503')
  await trader.send()
  expect(trader.texts()).toHaveLength(0)
  expect(await checkRecovery(product.db)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('Twilio failed: http-503'),
  })
  expect(await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])).toBe(200)
  list.mockRestore()
  await settled()
  expect(trader.texts().length).toBeGreaterThan(0)
  expect(await checkRecovery(product.db)).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('restored'),
  })
})

test('a plain restart costs one question to the gateway, and nothing waits for it', async () => {
  await text()
  const [newest, all] = [vi.spyOn(product.parts.twilio, 'newest'), vi.spyOn(product.parts.twilio, 'sent')]
  await anotherHistory(product.databaseUrl, 'restarted')
  await product.tick()
  expect([newest.mock.calls.length, all.mock.calls.length]).toEqual([1, 0])
  expect(await fence()).toBeUndefined()
  newest.mockRestore()
  all.mockRestore()
})

test('a backup that is started as it is seems a restart, and its first question shows what was forgotten', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment, 'restarted')
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test('a restore without a trace is shown by the gateway’s newest text', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment)
  await product.job('look-for-forgotten')
  expect(await fence()).toBe('text')
  await settled()
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect((await trader.request(invoice)).state).toBe('sent')
  await product.job('look-for-forgotten')
  expect(await fence()).toBeUndefined()
})

test('and by a report on a text of which nothing is known, once', async () => {
  const moment = await mark()
  const invoice = await text()
  const sid = trader.texts()[0]!.sid
  await forget(moment)
  const attemptId = crypto.randomUUID()
  await reportOf(product, attemptId, { sid, status: 'sent' })
  expect(await fence()).toBe('report')
  await settled()
  await reportOf(product, attemptId, { sid, status: 'delivered' })
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect((await trader.request(invoice)).message_sid).toBe(sid)
})
