import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { reportOf } from '../../../test/support/sms-door.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
})

/** Paid, decided and claimed; the gateway then behaves by the faults that were asked for. */
const send = async (customer?: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  return invoice
}
/** So many minutes pass, and the worker's clock ticks after each. */
const pass = async (...minutes: number[]) => {
  for (const some of minutes) {
    product.later(some * MINUTE_MS)
    await product.tick()
  }
}
const attempts = () =>
  product.db
    .selectFrom('send_attempts')
    .selectAll()
    .where('business_id', '=', trader.businessId)
    .orderBy('number')
    .execute()

test('a text that the gateway takes is charged, a text that it refuses costs nothing', async () => {
  const good = await send()
  const bad = await send(trader.customer('+61491578888'))
  expect(await trader.request(good)).toMatchObject({ state: 'sent' })
  expect(await trader.request(bad)).toMatchObject({ state: 'failed', state_reason: '21614' })
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})

test('a customer who opted out at the gateway is remembered as such, and never asked again', async () => {
  const customer = trader.customer('+61491578957')
  const invoice = await send(customer)
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: '21610' })
  const next = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [next] }])
  await trader.sync()
  expect(await trader.decision(next)).toBe('opted_out')
})

test('a busy gateway is tried again later and later, the money stays reserved, and one text goes', async () => {
  product.stopClock()
  product.sandbox.faults.ask({ twilio429: { count: 3 } })
  const invoice = await send()
  const waits: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const [attempt] = await attempts()
    expect(attempt).toMatchObject({ state: 'retry', tries: turn + 1 })
    expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: SEGMENT_CENTS })
    const wait = attempt!.retry_at!.getTime() - product.now().getTime()
    waits.push(Math.ceil(wait / 1000))
    await trader.send()
    expect(await attempts()).toMatchObject([{ tries: turn + 1 }])
    product.later(wait)
    await product.tick()
  }
  expect(waits).toEqual([1, 2, 4])
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(trader.texts()).toHaveLength(1)
})

test.each([
  ['no answer came', { twilioTimeoutAfterAccept: { count: 1, ms: 1 } }],
  ['an error was answered', { twilio5xxAfterAccept: { count: 1 } }],
])('a text that was taken though %s is found and adopted, and never sent again', async (_what, fault) => {
  product.sandbox.faults.ask(fault)
  const invoice = await send()
  expect(await trader.request(invoice)).toMatchObject({ state: 'unknown' })
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: SEGMENT_CENTS })
  await pass(0.1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: trader.texts()[0]!.sid })
  await pass(1, 5, 5)
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})

test.each([
  ['no answer came', { twilioTimeoutBeforeAccept: { count: 1, ms: 1 } }],
  ['an error was answered', { twilio5xx: { count: 1 } }],
])(
  'a text that was not taken while %s is sent again after three looks in five minutes',
  async (_what, fault) => {
    product.sandbox.faults.ask(fault)
    const invoice = await send()
    await pass(0.1)
    await pass(0.2)
    expect((await attempts())[0]).toMatchObject({ state: 'unknown', looks: 1 })
    await pass(0.5)
    expect((await attempts())[0]).toMatchObject({ state: 'unknown', looks: 2 })
    await pass(4)
    expect((await attempts())[0]).toMatchObject({ state: 'unknown', looks: 2 })
    expect(trader.texts()).toEqual([])
    await pass(1)
    expect((await attempts()).map(({ state }) => state)).toEqual(['absent', 'accepted'])
    expect(trader.texts()).toHaveLength(1)
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
  },
)

test('a worker that was killed between the claim and the answer leaves a text that is looked for like any other', async () => {
  const { twilio } = product.parts
  const { send: reach } = twilio
  twilio.send = async (sms) => {
    await reach(sms)
    throw new Error('killed')
  }
  await expect(send()).rejects.toThrow('killed')
  twilio.send = reach
  expect((await attempts())[0]).toMatchObject({ state: 'sending' })
  await pass(0.5)
  expect((await attempts())[0]).toMatchObject({ state: 'sending' })
  await pass(1)
  expect((await attempts())[0]).toMatchObject({ state: 'accepted' })
  await pass(5, 5)
  expect(trader.texts()).toHaveLength(1)
})

test('a worker that was killed before it called the gateway leaves a text that is sent by another', async () => {
  const { twilio } = product.parts
  const { send: reach } = twilio
  twilio.send = () => Promise.reject(new Error('killed'))
  await expect(send()).rejects.toThrow('killed')
  twilio.send = reach
  await pass(1.1, 0.6, 5)
  expect(trader.texts()).toHaveLength(1)
  expect((await attempts()).map(({ state }) => state)).toEqual(['absent', 'accepted'])
})

test('while the gateway cannot be asked, no text is taken for absent', async () => {
  product.sandbox.faults.ask({ twilioTimeoutAfterAccept: { count: 1, ms: 1 } })
  await send()
  const { twilio } = product.parts
  const { find } = twilio
  twilio.find = () => Promise.reject(new VendorFailure('twilio', 'retry-later', 'timeout', 'no answer'))
  await pass(0.1, 2, 5)
  twilio.find = find
  expect((await attempts())[0]).toMatchObject({ state: 'unknown', looks: 0 })
  await pass(2)
  expect(trader.texts()).toHaveLength(1)
  expect((await attempts()).map(({ state }) => state)).toEqual(['accepted'])
})

test('a report that comes while we do not know settles it, without asking', async () => {
  product.sandbox.faults.ask({ twilioTimeoutAfterAccept: { count: 1, ms: 1 } })
  const invoice = await send()
  const [text] = trader.texts()
  await reportOf(product, (await attempts())[0]!.id, { sid: text!.sid, status: 'delivered' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered', message_sid: text!.sid })
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})

test('a report of a text that was judged absent keeps it from being sent again', async () => {
  product.sandbox.faults.ask({ twilioTimeoutBeforeAccept: { count: 1, ms: 1 } })
  const invoice = await send()
  await trader.openIn(120)
  await pass(0.1, 0.6, 5)
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
  await reportOf(product, (await attempts())[0]!.id, { sid: 'SMlate', status: 'delivered' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered', message_sid: 'SMlate' })
  await pass(125)
  expect(trader.texts()).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('a gateway with wrong settings loses no text: each is sent once the operator has corrected them', async () => {
  const { twilio } = product.parts
  const { send: reach } = twilio
  twilio.send = () => Promise.resolve({ kind: 'rejected', reason: 'configuration', code: '20003' })
  const invoice = await send()
  await pass(5)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending' })
  twilio.send = reach
  await pass(11)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test('two workers at once send each text once', async () => {
  const invoices = Array.from({ length: 60 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  const others = [product.otherWorker(), product.otherWorker(), product.otherWorker()]
  await Promise.all([trader.send(), ...others.map((work) => work(`send:${trader.businessId}`))])
  await product.tick()
  const phones = trader.texts().map(({ to }) => to)
  expect(phones).toHaveLength(60)
  expect(new Set(phones).size).toBe(60)
})

test('each accepted text is counted once, whether the answer or a callback came first', async () => {
  const accepted = async () => (await product.readings())['texts_total{outcome=accepted}'] ?? 0
  const before = await accepted()
  const { twilio } = product.parts
  const { send: reach } = twilio
  twilio.send = async (sms) => {
    const outcome = await reach(sms)
    if (outcome.kind === 'accepted')
      await reportOf(product, sms.attemptId, { sid: outcome.messageSid, status: 'sent' })
    return outcome
  }
  await send()
  twilio.send = reach
  expect((await accepted()) - before).toBe(1)
})

test('a late report of a text that was cancelled meanwhile keeps it from going when the invoice is paid again', async () => {
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const invoice = await send()
  await trader.openIn(600)
  await pass(0.1, 0.6, 5)
  const { xero } = product.sandbox
  const told = async () => {
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
    await trader.sync()
  }
  xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  await told()
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled' })
  const [first] = await attempts()
  await reportOf(product, first!.id, { sid: `SM${first!.id}`, status: 'sent' })
  xero.pay(trader.tenantId, invoice.invoiceId, { webhook: false })
  await told()
  await trader.set({ sending_from: null, sending_until: null })
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: `SM${first!.id}` })
  expect(trader.texts()).toEqual([])
})
