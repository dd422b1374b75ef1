import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { inboundOf, post, reportOf } from '../../test/support/sms-door.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})
afterEach(async () => {
  vi.restoreAllMocks()
  // A report on an unknown attempt may be on a text that a restored database has forgotten.
  await product.work('recovery:fence')
})

const sendOne = async (who = trader, customer?: Customer) => {
  const invoice = who.paid(customer)
  await tellOf(product, [{ tenantId: who.tenantId, invoices: [invoice] }])
  await who.sync()
  await who.send()
  const request = await who.request(invoice)
  const attempt = await product.db
    .selectFrom('send_attempts')
    .select('id')
    .where('request_id', '=', request.id)
    .executeTakeFirst()
  return { invoice, request, attemptId: attempt?.id ?? '', sid: request.message_sid! }
}
const decisionOn = async (who: Trader, customer: Customer) => {
  const invoice = who.paid(customer)
  await tellOf(product, [{ tenantId: who.tenantId, invoices: [invoice] }])
  await who.sync()
  return who.decision(invoice)
}
const reportsKept = async (sid: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from sms_callbacks where message_sid = ${sid}`.execute(product.db)
  return rows[0]!.n
}

test('a report must be signed, and for the address that it came to', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  const form = { MessageSid: sid, MessageStatus: 'delivered' }
  expect(await post(product, `/webhooks/twilio/status?a=${attemptId}`, form, 'wrong')).toBe(403)
  expect(await post(product, '/webhooks/twilio/inbound', { ...form, From: '+61', To: '+61' }, '')).toBe(403)
  expect((await trader.request(invoice)).state).toBe('sent')
})

test('delivered stays delivered, however often it is reported and whatever comes after', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  for (const status of ['sent', 'delivered', 'delivered', 'sent', 'queued', 'undelivered'])
    expect(await reportOf(product, attemptId, { sid, status })).toBe(204)
  expect((await trader.request(invoice)).state).toBe('delivered')
  expect(await reportsKept(sid)).toBe(4)
})

test('reports that come all at once, in any order, end the same', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  const statuses = ['delivered', 'sent', 'sending', 'delivered', 'queued', 'sent']
  const answers = await Promise.all(statuses.map((status) => reportOf(product, attemptId, { sid, status })))
  expect(new Set(answers)).toEqual(new Set([204]))
  expect((await trader.request(invoice)).state).toBe('delivered')
})

test('a text that the network could not deliver has failed, with the reason, and stays charged', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  const before = await trader.balance()
  await reportOf(product, attemptId, { sid, status: 'undelivered', errorCode: '30003' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: '30003' })
  expect(await trader.balance()).toEqual(before)
})

test('a number that the gateway refuses only afterwards, as opted out, is opted out', async () => {
  const customer = trader.customer('+61421000009')
  const { attemptId, sid, invoice } = await sendOne(trader, customer)
  await reportOf(product, attemptId, { sid, status: 'undelivered', errorCode: '21610' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: '21610' })
  expect(await decisionOn(trader, customer)).toBe('opted_out')
})

test('a report of another text, or of an unknown attempt, is acknowledged and changes no text', async () => {
  const { attemptId, invoice } = await sendOne()
  expect(await reportOf(product, crypto.randomUUID(), { sid: 'SMnobody', status: 'delivered' })).toBe(204)
  expect(await reportOf(product, 'no-id', { sid: 'SMnobody', status: 'sent' })).toBe(204)
  expect(await reportOf(product, attemptId, { sid: 'SMother', status: 'delivered' })).toBe(204)
  expect((await trader.request(invoice)).state).toBe('sent')
})

test('a report that cannot be read is refused, one that cannot be written is asked for again', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  expect(await post(product, '/webhooks/twilio/status', { MessageStatus: 'sent' })).toBe(400)
  const refused = vi.spyOn(product.parts.pool, 'connect').mockImplementation(() => {
    throw new Error('connection refused')
  })
  expect(await reportOf(product, attemptId, { sid, status: 'delivered' })).toBe(503)
  refused.mockRestore()
  expect((await trader.request(invoice)).state).toBe('sent')
})

test('one report that PostgreSQL refuses is kept, and does not hold up those that came with it', async () => {
  const { attemptId, sid, invoice } = await sendOne()
  const other = await sendOne()
  // Longer than an entry of an index may be, and too random to be compressed.
  const tooLong = randomBytes(10_000).toString('hex')
  const bad = { MessageSid: tooLong, MessageStatus: 'sent' }
  const answers = await Promise.all([
    reportOf(product, crypto.randomUUID(), { sid: 'SMfirst', status: 'sent' }),
    post(product, `/webhooks/twilio/status?a=${attemptId}`, bad),
    reportOf(product, attemptId, { sid, status: 'delivered' }),
    reportOf(product, other.attemptId, { sid: other.sid, status: 'delivered' }),
    reportOf(product, crypto.randomUUID(), { sid: 'SMlast', status: 'sent' }),
  ])
  expect(answers).toEqual([204, 204, 204, 204, 204])
  expect((await trader.request(invoice)).state).toBe('delivered')
  expect((await trader.request(other.invoice)).state).toBe('delivered')
})

test('a text without a report is looked up after an hour, and then ever more seldom', async () => {
  const { twilio } = product.parts
  const silent = await sendOne(trader, trader.customer('+61491579760'))
  const asked = vi.spyOn(twilio, 'get')
  const poll = async (minutes: number) => {
    product.later(minutes * MINUTE_MS)
    await product.job('poll-unconfirmed')
    return asked.mock.calls.filter(([sid]) => sid === silent.sid).length
  }
  expect(await poll(50)).toBe(0)
  expect(await poll(20)).toBe(1)
  expect(await poll(10)).toBe(1)
  expect(await poll(70)).toBe(2)
  asked.mockImplementation(async (messageSid) => ({
    messageSid,
    status: 'delivered',
    errorCode: undefined,
    body: undefined,
  }))
  await poll(24 * 60)
  expect((await trader.request(silent.invoice)).state).toBe('delivered')
})

test('STOP holds for every business on our number, cancels what waits, and START undoes it', async () => {
  const other = await createTrader(product)
  const customer = trader.customer('+61421000001')
  await sendOne(trader, customer)
  await other.openIn(60)
  const waiting = await sendOne(other, other.customer(customer.phone))
  expect(await inboundOf(product, { phone: customer.phone, body: 'please STOP texting me!' })).toBe(200)
  await other.set({ sending_from: null, sending_until: null })
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect(await other.request(waiting.invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'opted_out',
  })
  const third = await createTrader(product)
  expect(await decisionOn(third, third.customer(customer.phone))).toBe('opted_out')
  expect(await inboundOf(product, { phone: customer.phone, body: 'START' })).toBe(200)
  expect(await decisionOn(third, third.customer(customer.phone))).toBe('scheduled')
  expect(await decisionOn(trader, customer)).toBe('cooldown')
})

test('START does not undo an opt-out by link', async () => {
  const customer = trader.customer('+61421000002')
  const { request } = await sendOne(trader, customer)
  await fetch(`${product.url}/o/${request.link_token}`, { method: 'POST' })
  await inboundOf(product, { phone: customer.phone, body: 'STOP' })
  await inboundOf(product, { phone: customer.phone, body: 'START' })
  product.later(DAY_MS)
  expect(await decisionOn(trader, customer)).toBe('opted_out')
})

test('where the gateway says that a text is a STOP or a START, it is, in whatever words', async () => {
  const { phone } = trader.customer('+61421000006')
  const decision = async () => {
    const other = await createTrader(product)
    return decisionOn(other, other.customer(phone))
  }
  await inboundOf(product, { phone, body: 'ARRETEZ-VOUS LA' })
  expect(await decision()).toBe('scheduled')
  await inboundOf(product, { phone, body: 'ARRETEZ-VOUS LA', optOutType: 'STOP' })
  expect(await decision()).toBe('opted_out')
  await inboundOf(product, { phone, body: 'ENCORE' })
  expect(await decision()).toBe('opted_out')
  await inboundOf(product, { phone, body: 'ENCORE', optOutType: 'START' })
  expect(await decision()).toBe('scheduled')
})

test('a STOP that comes again after START, word for word from the gateway, does not count again', async () => {
  const customer = trader.customer('+61421000003')
  const sid = 'SMstop'
  await inboundOf(product, { phone: customer.phone, body: 'STOP', sid })
  await inboundOf(product, { phone: customer.phone, body: 'START' })
  await inboundOf(product, { phone: customer.phone, body: 'STOP', sid })
  expect(await decisionOn(trader, customer)).toBe('scheduled')
})

test('a friendly answer is no STOP, and no customer’s words are kept', async () => {
  const customer = trader.customer('+61421000004')
  await inboundOf(product, { phone: customer.phone, body: 'Done, thank you Sam!' })
  expect(await decisionOn(trader, customer)).toBe('scheduled')
  const { rows } = await sql<{ row: string }>`select s::text as row from sms_inbound s`.execute(product.db)
  expect(rows.map(({ row }) => row).join()).not.toMatch(/thank|421000004/)
})

test('we answer a text with no text of our own', async () => {
  const before = product.sandbox.twilio.texts().length
  await product.sandbox.twilio.reply('+61421000005', 'hello?')
  expect(product.sandbox.twilio.texts().length - before).toBe(1)
})
