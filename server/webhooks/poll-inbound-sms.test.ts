import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { checkInboundUrl, checkOwnNumbers } from '../operations/checks/check-inbound-url.ts'
import { asSystem } from '../database/database.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { assignSender, releaseSender } from '../senders/sender-queries.ts'
import { setSender } from '../senders/set-sender.ts'
import { MOST_LISTS, pollInboundSms } from './poll-inbound-sms.ts'

const product = useProduct()
let trader: Trader
let mobile = 421_100_000
const NOWHERE = 'http://127.0.0.1:9/webhooks/twilio/inbound'

beforeEach(async () => {
  await asOwner(product.databaseUrl, (pool) => pool.query('delete from business_senders'))
  trader = await createTrader(product)
})

/** Our door is down while the customer replies. */
const replyUnheard = async (phone: string, body: string, to?: string) => {
  product.sandbox.twilio.setInboundUrl(NOWHERE)
  await product.sandbox.twilio.reply(phone, body, to)
  product.sandbox.twilio.setInboundUrl(undefined)
}
const newCustomer = (): Customer => trader.customer(`+61${(mobile += 1)}`)
const decisionOn = async (customer: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return trader.decision(invoice)
}
const poll = () => product.job('poll-inbound')

test.each(['STOP', 'please do not text me any more'])(
  'a customer whose "%s" came while we were down is opted out by the next poll',
  async (words) => {
    const customer = newCustomer()
    await replyUnheard(customer.phone, words)
    await poll()
    expect(await decisionOn(customer)).toBe('opted_out')
  },
)

test('a friendly text opts nobody out, and each text counts once, however it came', async () => {
  const customer = newCustomer()
  await product.sandbox.twilio.reply(customer.phone, 'thanks, great work')
  await replyUnheard(customer.phone, 'see you next year')
  await poll()
  await poll()
  const { rows } = await sql<{ meaning: string }>`
    select meaning from sms_inbound where phone_hash = ${product.parts.hashPhone(customer.phone)}`.execute(
    product.db,
  )
  expect(rows).toEqual([{ meaning: 'other' }, { meaning: 'other' }])
  expect(await decisionOn(customer)).toBe('scheduled')
})

test('an old STOP that is read late does not undo the START that came after it', async () => {
  const customer = newCustomer()
  await replyUnheard(customer.phone, 'STOP')
  product.later(2_000)
  await product.sandbox.twilio.reply(customer.phone, 'START')
  await poll()
  expect(await decisionOn(customer)).toBe('scheduled')
})

test('nor does an old START that is read late undo the STOP that came after it', async () => {
  const customer = newCustomer()
  await product.sandbox.twilio.reply(customer.phone, 'STOP')
  const { twilio } = product.parts
  const { inbound } = twilio
  // By the database's clock, as what comes by webhook.
  const sentAt = new Date(Date.now() - 60_000)
  const start = { messageSid: 'SMlate', from: customer.phone, to: twilio.sender, body: 'START' }
  twilio.inbound = async function* () {
    yield { texts: [{ ...start, optOutType: undefined, sentAt }], unreadable: 0 }
  }
  await poll()
  twilio.inbound = inbound
  expect(await decisionOn(customer)).toBe('opted_out')
})

test('what was not read in one poll is read in the next', async () => {
  const customer = newCustomer()
  await replyUnheard(customer.phone, 'STOP')
  const { twilio } = product.parts
  const { inbound } = twilio
  // oxlint-disable-next-line require-yield -- it fails before
  twilio.inbound = async function* () {
    throw new Error('no answer')
  }
  await expect(poll()).rejects.toThrow('no answer')
  twilio.inbound = inbound
  await poll()
  expect(await decisionOn(customer)).toBe('opted_out')
})

test('a STOP that the list shows only after the poll that it should have been in is read by the next', async () => {
  const customer = newCustomer()
  await replyUnheard(customer.phone, 'STOP')
  product.later(MINUTE_MS)
  const { twilio } = product.parts
  const { inbound } = twilio
  twilio.inbound = async function* () {
    yield { texts: [], unreadable: 0 }
  }
  await poll()
  twilio.inbound = inbound
  await poll()
  expect(await decisionOn(customer)).toBe('opted_out')
})

test('a STOP on the first page is heard and the next poll begins no later, though the second page fails', async () => {
  const [first, second] = [newCustomer(), newCustomer()]
  const since = () => sql<{ at: Date }>`select polled_at as at from inbound_polls`.execute(product.db)
  await poll()
  const before = (await since()).rows
  const { twilio } = product.parts
  const { inbound } = twilio
  const stop = { to: twilio.sender, body: 'STOP', optOutType: undefined, sentAt: new Date() }
  twilio.inbound = async function* () {
    yield { texts: [{ ...stop, messageSid: 'SMfirst', from: first.phone }], unreadable: 0 }
    throw new Error('no answer')
  }
  await expect(poll()).rejects.toThrow('no answer')
  expect((await since()).rows).toEqual(before)
  twilio.inbound = inbound
  await replyUnheard(second.phone, 'STOP')
  await poll()
  expect([await decisionOn(first), await decisionOn(second)]).toEqual(['opted_out', 'opted_out'])
})

test.each([
  ['STOP', 'START'],
  ['START', 'STOP'],
])('of a %s and a %s in one second, whichever is read first, the STOP holds', async (one, other) => {
  const { phone, contactId } = newCustomer()
  const { twilio } = product.parts
  const { inbound } = twilio
  const sentAt = new Date()
  const said = (body: string) => ({
    messageSid: `SM${crypto.randomUUID()}`,
    from: phone,
    to: twilio.sender,
    body,
    optOutType: undefined,
    sentAt,
  })
  twilio.inbound = async function* () {
    yield { texts: [said(one), said(other)], unreadable: 0 }
  }
  await poll()
  twilio.inbound = inbound
  expect(await decisionOn({ phone, contactId })).toBe('opted_out')
})

test('the doctor sees whether Twilio posts to our door, and again after an error', async () => {
  const check = () => checkInboundUrl(product.parts.twilio, product.url)
  expect(await check()).toMatchObject({ state: 'ok' })
  product.sandbox.twilio.setInboundUrl(`${product.url}/webhooks/twilio/inbound`)
  expect(await check()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('#rc=5&rp=all') })
  product.sandbox.twilio.setInboundUrl(NOWHERE)
  expect(await check()).toMatchObject({ state: 'WRONG', words: expect.stringContaining(NOWHERE) })
  product.sandbox.twilio.setInboundUrl(undefined)
  const service = { ...product.parts.twilio, sender: 'MG1' }
  expect(await checkInboundUrl(service, product.url)).toMatchObject({ state: 'not checked' })
})

test('texts to the shared sender and to each own number are read, and each counts for its own', async () => {
  const [OURS, THEIRS, NOBODYS] = ['+61480000001', '+61480000002', '+61480000003']
  const other = await createTrader(product)
  const set = (businessId: string, sender: string | null) =>
    setSender(product.parts, businessId, { sender, isRegistered: false })
  const asked = vi.spyOn(product.parts.twilio, 'inbound')
  await poll()
  expect(asked.mock.calls.map(([, to]) => to)).toEqual([product.parts.twilio.sender])
  await set(trader.businessId, OURS)
  await set(other.businessId, THEIRS)
  const [hers, his, everyones, strangers] = [newCustomer(), newCustomer(), newCustomer(), newCustomer()]
  await replyUnheard(hers.phone, 'STOP', OURS)
  await replyUnheard(his.phone, 'STOP', THEIRS)
  await replyUnheard(everyones.phone, 'STOP')
  await replyUnheard(strangers.phone, 'STOP', NOBODYS)
  asked.mockClear()
  await poll()
  expect(asked.mock.calls.map(([, to]) => to)).toEqual([product.parts.twilio.sender, OURS, THEIRS])
  asked.mockRestore()
  const decisions: (string | undefined)[] = []
  for (const one of [hers, his, everyones, strangers]) decisions.push(await decisionOn(one))
  expect(decisions).toEqual(['opted_out', 'scheduled', 'opted_out', 'scheduled'])
  // In the meantime she said START to the shared sender, which means another STOP than the one that is read late.
  await product.db.deleteFrom('opt_outs').where('business_id', '=', trader.businessId).execute()
  await product.db.deleteFrom('sms_inbound').execute()
  await product.sandbox.twilio.reply(hers.phone, 'START', product.parts.twilio.sender)
  await poll()
  expect(await decisionOn(hers)).toBe('opted_out')
  await set(trader.businessId, null)
  // Twilio's times are whole seconds: of a STOP and a START within one, the STOP holds.
  await sql`update sms_inbound set received_at = received_at - interval '1 minute'`.execute(product.db)
  await replyUnheard(hers.phone, 'START', OURS)
  await poll()
  expect(await decisionOn(hers)).toBe('scheduled')
  await set(other.businessId, null)
})

test('of many own numbers the whole account is read, and of a name’s alone each of its own', async () => {
  const asked: (string | undefined)[] = []
  const pollFor = async (sender: string) => {
    asked.length = 0
    const inbound = (_: Date, to?: string) => {
      asked.push(to)
      return product.parts.twilio.inbound(new Date(), to)
    }
    const twilio = { ...product.parts.twilio, sender, inbound }
    await pollInboundSms({ ...product.parts, twilio, isTwoWay: false, recordInbound: () => undefined })
    return asked
  }
  const give = (number: string) =>
    asSystem(product.db, async (trx) => {
      await releaseSender(trx, trader.businessId)
      await assignSender(trx, trader.businessId, number)
    })
  await give('+61480000001')
  expect(await pollFor('Goodword')).toEqual(['+61480000001'])
  expect(await pollFor('12345')).toEqual(['12345', '+61480000001'])
  expect(await pollFor(`MG${'0'.repeat(32)}`)).toEqual([undefined])
  for (let number = 2; number <= MOST_LISTS; number += 1) await give(`+614800000${number}`)
  expect(await pollFor('Goodword')).toHaveLength(MOST_LISTS)
  expect(await pollFor('+61480000000')).toEqual([undefined])
})

test('where the shared sender is a name, replies to own numbers are read all the same', async () => {
  await setSender(product.parts, trader.businessId, { sender: '+61480000001', isRegistered: false })
  const customer = newCustomer()
  await replyUnheard(customer.phone, 'STOP', '+61480000001')
  const twilio = { ...product.parts.twilio, sender: 'Goodword' }
  await pollInboundSms({ ...product.parts, twilio, isTwoWay: false, recordInbound: () => undefined })
  expect(await decisionOn(customer)).toBe('opted_out')
})

test('the doctor looks at the inbound address of each own number', async () => {
  const check = () => checkOwnNumbers(product.db, product.parts.twilio, product.url)
  expect(await check()).toBeUndefined()
  await setSender(product.parts, trader.businessId, { sender: '+61480000001', isRegistered: false })
  expect(await check()).toMatchObject({ state: 'ok' })
  product.sandbox.twilio.setInboundUrl(NOWHERE)
  expect(await check()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('+61480000001') })
  product.sandbox.twilio.setInboundUrl(undefined)
  for (const [settings, words] of [
    [{ hasSms: false }, 'cannot send texts'],
    [{ smsApplicationSid: `AP${'1'.repeat(32)}` }, 'take it off the number'],
    [{ smsMethod: 'GET' }, 'come by GET'],
  ] as const) {
    product.sandbox.twilio.setNumber('+61480000001', settings)
    expect(await check()).toMatchObject({ state: 'WRONG', words: expect.stringContaining(words) })
  }
  product.sandbox.twilio.setNumber('+61480000001', undefined)
})
