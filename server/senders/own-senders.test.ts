import { beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../test/support/product.ts'
import { inboundOf, reportOf } from '../../test/support/sms-door.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { asBusiness, asSystem } from '../database/database.ts'
import { optOutAtGateway } from '../opt-outs/opt-out.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import { checkSharedSender } from '../operations/checks/check-shared-sender.ts'
import { recordInboundSms } from '../webhooks/record-inbound-sms.ts'
import { assignSender } from './sender-queries.ts'
import { setSender } from './set-sender.ts'

const product = useProduct()
const [OURS, OTHER] = ['+61480000001', '+61480000002']
let trader: Trader
let other: Trader
let mobile = 431_000_000

beforeEach(async () => {
  for (const { businessId } of [trader, other].filter(Boolean)) await give(businessId, null)
  trader = await createTrader(product)
  other = await createTrader(product)
  for (const one of [trader, other])
    await one.set({ template: 'Hi {firstName}, a review? {reviewLink}', cooldown_days: 0 })
  await give(trader.businessId, OURS)
})

const give = (businessId: string, sender: string | null) =>
  setSender(product.parts, businessId, { sender, isRegistered: true })
/** One person, as a customer of both. */
const sharedCustomer = (): [Customer, Customer] => {
  const phone = `+61${(mobile += 1)}`
  return [trader.customer(phone), other.customer(phone)]
}
const pay = async (who: Trader, customer: Customer) => {
  const invoice = who.paid(customer)
  await tellOf(product, [{ tenantId: who.tenantId, invoices: [invoice] }])
  await who.sync()
  return invoice
}
const text = async (who: Trader, customer: Customer) => {
  const invoice = await pay(who, customer)
  await who.send()
  return invoice
}
const decisionOn = async (who: Trader, customer: Customer) => who.decision(await pay(who, customer))
const lastTo = ({ phone }: Customer) => product.sandbox.twilio.sent(phone).at(-1)!
const say = (customer: Customer, body: string, to: string) =>
  inboundOf(product, { phone: customer.phone, body, to })
const SHARED = () => product.parts.twilio.sender

test('a STOP to a business’s own number stops that business alone, until START to the same', async () => {
  const [hers, his] = sharedCustomer()
  await text(trader, hers)
  expect(lastTo(hers)).toMatchObject({ from: OURS, body: expect.stringContaining('Reply STOP') })
  await text(other, his)
  expect(lastTo(his).from).toBe(SHARED())
  await say(hers, 'please stop texting me', OURS)
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  expect(await decisionOn(other, his)).toBe('scheduled')
  await say(hers, 'START', SHARED())
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  await say(hers, 'START', OURS)
  expect(await decisionOn(trader, hers)).toBe('scheduled')
})

test('a STOP to the shared sender stops all, and START to an own number does not undo it', async () => {
  const [hers, his] = sharedCustomer()
  await say(hers, 'STOP', SHARED())
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  expect(await decisionOn(other, his)).toBe('opted_out')
  await say(hers, 'START', OURS)
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  await say(hers, 'START', SHARED())
  expect(await decisionOn(trader, hers)).toBe('scheduled')
  expect(await decisionOn(other, his)).toBe('scheduled')
})

test('once an own number is the shared sender, START to it undoes the STOPs of before, and the doctor says so', async () => {
  const [hers, his] = sharedCustomer()
  const elsewhere = trader.customer(`+61${(mobile += 1)}`)
  await say(hers, 'STOP', OURS)
  await give(other.businessId, OTHER)
  await say(his, 'STOP', OTHER)
  await say(elsewhere, 'STOP', OURS)
  expect(await checkSharedSender(product.db, SHARED())).toBeUndefined()
  expect(await checkSharedSender(product.db, OURS)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining(trader.businessId),
  })
  const start = (customer: Customer) => {
    const phoneHash = product.parts.hashPhone(customer.phone).toString('hex')
    const heard = { messageSid: `SM${crypto.randomUUID()}`, phoneHash, to: OURS, meaning: 'start' } as const
    const deps = { db: product.db, twilio: { sender: OURS }, recordInbound: () => undefined }
    return recordInboundSms(deps, heard)
  }
  await start(hers)
  expect(await decisionOn(trader, hers)).toBe('scheduled')
  expect(await decisionOn(other, his)).toBe('opted_out')
  expect(await decisionOn(trader, elsewhere)).toBe('opted_out')
})

test('a STOP to a number of which nothing is known stops all', async () => {
  const [hers, his] = sharedCustomer()
  await say(hers, 'STOP', '+61480000003')
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  expect(await decisionOn(other, his)).toBe('opted_out')
})

test('a STOP to a number that was released still stops whom it was, and whom it is now', async () => {
  const third = await createTrader(product)
  const [hers, his] = sharedCustomer()
  await text(trader, hers)
  await give(trader.businessId, OTHER)
  await give(third.businessId, OURS)
  await say(hers, 'STOP', OURS)
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  expect(await decisionOn(third, third.customer(hers.phone))).toBe('opted_out')
  expect(await decisionOn(other, his)).toBe('scheduled')
  await give(third.businessId, null)
})

test('a refusal of the gateway because of a STOP to an own number means that business', async () => {
  const [hers, his] = sharedCustomer()
  await product.sandbox.twilio.reply(hers.phone, 'STOP', OURS)
  await product.db.deleteFrom('opt_outs').where('business_id', '=', trader.businessId).execute()
  const invoice = await text(trader, hers)
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: '21610' })
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  await text(other, his)
  expect(lastTo(his).from).toBe(SHARED())
  // START to the shared one says nothing of the gateway's refusal at the own number.
  await say(hers, 'START', SHARED())
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  await say(hers, 'START', OURS)
  expect(await decisionOn(trader, hers)).toBe('scheduled')
})

test('the same of a refusal that is reported later', async () => {
  const [hers, his] = sharedCustomer()
  const invoice = await text(trader, hers)
  const { id, message_sid: sid } = await trader.request(invoice)
  const attempt = await product.db
    .selectFrom('send_attempts')
    .select(['id', 'sender'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(attempt.sender).toBe(OURS)
  await reportOf(product, attempt.id, { sid: sid!, status: 'failed', errorCode: '21610' })
  await say(hers, 'START', SHARED())
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  expect(await decisionOn(other, his)).toBe('scheduled')
})

test('START undoes no opt-out by link or by the owner, in whatever order they came', async () => {
  const [hers] = sharedCustomer()
  const { link_token: token } = await trader.request(await text(trader, hers))
  await say(hers, 'STOP', OURS)
  const html = await (await fetch(`${product.url}/o/${token}`, { method: 'POST' })).text()
  await say(hers, 'START', OURS)
  expect(await decisionOn(trader, hers)).toBe('opted_out')
  const sitting = /name="sitting" value="([^"]+)"/.exec(html)![1]!
  const body = new URLSearchParams({ undo: 'yes', sitting })
  await fetch(`${product.url}/o/${token}`, { method: 'POST', body })
  expect(await decisionOn(trader, hers)).toBe('scheduled')
})

test('a text that was claimed goes by the sender of its claim, and the next by the new one', async () => {
  const [hers] = sharedCustomer()
  const invoice = await pay(trader, hers)
  const { send } = product.parts.twilio
  const claimed = vi.spyOn(product.parts.twilio, 'send').mockImplementation(async (sms) => {
    await give(trader.businessId, 'Coastal')
    return send(sms)
  })
  await trader.send()
  claimed.mockRestore()
  expect(lastTo(hers)).toMatchObject({ from: OURS, body: expect.stringContaining('Reply STOP') })
  expect((await trader.request(invoice)).state).toBe('sent')
  await text(trader, hers)
  expect(lastTo(hers)).toMatchObject({ from: 'Coastal', body: expect.stringContaining('/o/') })
})

test('what the gateway has not taken goes by the sender of now, unless nobody could reply to it', async () => {
  const [hers] = sharedCustomer()
  const again = async (sender: string | null) => {
    await give(trader.businessId, OURS)
    const { length } = product.sandbox.twilio.sent(hers.phone)
    product.sandbox.faults.ask({ twilio429: { count: 1 } })
    await text(trader, hers)
    expect(product.sandbox.twilio.sent(hers.phone)).toHaveLength(length)
    await give(trader.businessId, sender)
    product.later(MINUTE_MS)
    await product.tick()
    expect(product.sandbox.twilio.sent(hers.phone)).toHaveLength(length + 1)
    return lastTo(hers).from
  }
  expect(await again(null)).toBe(SHARED())
  expect(await again(OTHER)).toBe(OTHER)
  expect(await again('Coastal')).toBe(OURS)
})

test('a text with a link to opt out goes by the name of now, though the shared sender became a number', async () => {
  await give(trader.businessId, 'Coastal')
  const [hers] = sharedCustomer()
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await text(trader, hers)
  // As if it had been claimed while the shared sender was a name.
  await product.db.updateTable('send_attempts').set({ sender: null }).where('state', '=', 'retry').execute()
  product.later(MINUTE_MS)
  await product.tick()
  expect(lastTo(hers)).toMatchObject({ from: 'Coastal', body: expect.stringContaining('/o/') })
})

test('a text by a name has a link instead of the STOP words, and is paid for as it is counted', async () => {
  const long = `Hi {firstName}, ${'x'.repeat(80)} {reviewLink}`
  const [hers, his] = sharedCustomer()
  for (const one of [trader, other]) await one.set({ template: long })
  await give(trader.businessId, 'Coastal')
  const invoice = await text(trader, hers)
  const { body, from, segments } = lastTo(hers)
  expect([from, segments]).toEqual(['Coastal', 2])
  expect(body).toMatch(/ Opt out: http\S+\/o\/\w+$/)
  expect(await trader.request(invoice)).toMatchObject({ segments: 2, price_cents: 2 * SEGMENT_CENTS })
  await text(other, his)
  expect(lastTo(his)).toMatchObject({ segments: 1, body: expect.stringMatching(/Reply STOP to opt out$/) })
})

test('where a country has no names, the shared sender stands in', async () => {
  await give(trader.businessId, 'Coastal')
  const abroad = trader.customer('+64211234567')
  await text(trader, abroad)
  expect(lastTo(abroad)).toMatchObject({ from: SHARED(), body: expect.stringContaining('Reply STOP') })
})

test('a text of unknown outcome is found by the sender of its attempt, also where bodies are redacted', async () => {
  const [hers] = sharedCustomer()
  product.sandbox.twilio.redactBodies(true)
  product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  const invoice = await text(trader, hers)
  await give(trader.businessId, null)
  for (let look = 0; look < 8; look += 1) {
    product.later(2 * MINUTE_MS)
    await product.tick()
  }
  product.sandbox.twilio.redactBodies(false)
  expect(product.sandbox.twilio.sent(hers.phone)).toHaveLength(1)
  expect((await trader.request(invoice)).state).toBe('sent')
})

test('of two operators who give one number to two businesses at once, the second reads whose it is', async () => {
  const isWaiting = async () => {
    const { rowCount } = await asOwner(product.databaseUrl, (pool) =>
      pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    expect(rowCount).toBe(1)
  }
  const second = Promise.withResolvers<unknown>()
  await asSystem(product.db, async (trx) => {
    await assignSender(trx, other.businessId, OTHER)
    give(trader.businessId, OTHER).then(second.resolve, second.resolve)
    await vi.waitFor(isWaiting)
  })
  expect(await second.promise).toMatchObject({
    status: 422,
    message: expect.stringContaining(`texts by ${OTHER}`),
  })
})

test('each way to opt out is kept by itself', async () => {
  const [hers] = sharedCustomer()
  const phoneHash = product.parts.hashPhone(hers.phone)
  const refuse = (sender: string | null) =>
    asBusiness(product.db, trader.businessId, (trx) =>
      optOutAtGateway(trx, trader.businessId, { phoneHash, sender }),
    )
  await refuse(null)
  await refuse(OURS)
  await refuse(OURS)
  product.later(DAY_MS)
  await say(hers, 'START', OURS)
  const left = product.db.selectFrom('opt_outs').select(['source', 'sender'])
  expect(await left.where('phone_hash', '=', phoneHash).execute()).toEqual([
    { source: 'gateway', sender: '' },
  ])
})
