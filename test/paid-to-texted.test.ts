import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDispatcher } from '../server/platform/postgres/work/dispatcher.ts'
import { useProduct } from './support/product.ts'
import { createTrader } from './support/trader.ts'

/** Everything as in production: Xero posts its webhooks, a worker is woken, the gateway reports the outcome. */
const product = useProduct({ sandbox: { timing: { queuedMs: 1, sentMs: 2, deliveredMs: 4 } } })
const closing: (() => Promise<void>)[] = []

beforeAll(() => {
  const { stop } = startDispatcher({
    ...product.parts,
    url: product.databaseUrl,
    work: product.allWork(),
    atOnce: 8,
  })
  closing.push(stop)
})
afterAll(async () => {
  for (const close of closing) await close()
})

const WAIT = { timeout: 20_000, interval: 20 }

test('an invoice is paid in Xero, and its customer has one text with a link that works [1.1]', async () => {
  const trader = await createTrader(product)
  const customer = trader.customer()
  trader.paid(customer, { webhook: true })
  await expect
    .poll(async () => (await trader.requests()).map(({ state }) => state), WAIT)
    .toEqual(['delivered'])
  const [text] = product.sandbox.twilio.sent(customer.phone)
  const link = /http:\S+/.exec(text!.body)![0]
  expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toContain('placeid=')
  expect(product.sandbox.twilio.sent(customer.phone)).toHaveLength(1)
})

test('fifty at once, with every webhook and report repeated and some out of order, are fifty texts', async () => {
  product.sandbox.faults.ask({
    webhookRepeated: {},
    callbackRepeated: {},
    callbackReordered: { probability: 0.3 },
    callbackEarly: { probability: 0.3 },
    twilio429: { probability: 0.1 },
    twilioTimeoutAfterAccept: { probability: 0.1, ms: 1 },
  })
  const trader = await createTrader(product, { fundsCents: 5_000 })
  const customers = Array.from({ length: 50 }, () => trader.customer())
  for (const customer of customers) trader.paid(customer, { webhook: true })
  await expect
    .poll(async () => (await trader.requests()).filter(({ state }) => state === 'delivered').length, WAIT)
    .toBe(50)
  expect(trader.texts()).toHaveLength(50)
  expect(new Set(trader.texts().map(({ to }) => to)).size).toBe(50)
  expect((await trader.balance()).reserved).toBe(0)
})
