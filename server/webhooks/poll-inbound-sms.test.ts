import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { checkInboundUrl } from '../operations/check-inbound-url.ts'

const product = useProduct()
let trader: Trader
let mobile = 421_100_000
const NOWHERE = 'http://127.0.0.1:9/webhooks/twilio/inbound'

beforeEach(async () => {
  trader = await createTrader(product)
})

/** Our door is down while the customer replies. */
const replyUnheard = async (phone: string, body: string) => {
  product.sandbox.twilio.setInboundUrl(NOWHERE)
  await product.sandbox.twilio.reply(phone, body)
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
  await product.sandbox.twilio.reply(customer.phone, 'START')
  await poll()
  expect(await decisionOn(customer)).toBe('scheduled')
})

test('what was not read in one poll is read in the next', async () => {
  const customer = newCustomer()
  await replyUnheard(customer.phone, 'STOP')
  const { twilio } = product.parts
  const { inbound } = twilio
  twilio.inbound = () => Promise.reject(new Error('no answer'))
  await expect(poll()).rejects.toThrow('no answer')
  twilio.inbound = inbound
  await poll()
  expect(await decisionOn(customer)).toBe('opted_out')
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
