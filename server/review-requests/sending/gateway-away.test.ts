import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import type { SendOutcome } from '../../integrations/twilio/twilio-types.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader
let reach: typeof product.parts.twilio.send

const AWAY: SendOutcome = { kind: 'retry-later', code: 'ENOTFOUND', afterSeconds: undefined }
const REFUSED: SendOutcome = { kind: 'rejected', reason: 'configuration', code: '20003' }

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  reach = product.parts.twilio.send
})
afterEach(() => {
  product.parts.twilio.send = reach
})

const answers = (outcome: SendOutcome): void => {
  product.parts.twilio.send = () => Promise.resolve(outcome)
}

/** Claimed and handed over; the gateway then answers as was asked for. */
const send = async (): Promise<Invoice> => {
  const invoice = trader.paid()
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

const RESERVED = { available: 1000 - SEGMENT_CENTS, reserved: SEGMENT_CENTS }
const GIVEN_BACK = { available: 1000, reserved: 0 }

test('a text is tried for as long as the gateway cannot be reached, and goes when it can be again', async () => {
  answers(AWAY)
  const invoice = await send()
  const { due_at: firstTry } = await trader.request(invoice)
  await pass(...Array<number>(50).fill(6))
  // An alert and the status page read there since when it waits for the gateway.
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending', due_at: firstTry })
  expect(await trader.balance()).toEqual(RESERVED)
  product.parts.twilio.send = reach
  await pass(6)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(trader.texts()).toHaveLength(1)
})

test('tries that did not reach the gateway do not count where its settings are then wrong', async () => {
  answers(AWAY)
  const invoice = await send()
  await pass(...Array<number>(50).fill(6))
  answers(REFUSED)
  await pass(6, 16, 16)
  product.parts.twilio.send = reach
  await pass(16)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a text that our account was refused for a weekend goes once that is corrected', async () => {
  answers(REFUSED)
  const invoice = await send()
  await pass(...Array<number>(39).fill(15.1), ...Array<number>(50).fill(60.1))
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending' })
  expect(await trader.balance()).toEqual(RESERVED)
  product.parts.twilio.send = reach
  await pass(60.1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(trader.texts()).toHaveLength(1)
})

test.each([
  ['our sender does not reach', '21612'],
  ['is in a country that we may not text', '21408'],
])('a text to a number that %s fails after ten hours, and costs nothing', async (_which, code) => {
  answers({ ...REFUSED, code })
  const invoice = await send()
  for (let turn = 1; turn < 40; turn += 1) {
    expect(await trader.request(invoice)).toMatchObject({ state: 'sending' })
    await pass(15.1)
  }
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: code })
  expect(await trader.balance()).toEqual(GIVEN_BACK)
})

test('a text whose payment is undone while it is tried ends, and costs nothing', async () => {
  answers(AWAY)
  const invoice = await send()
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  await pass(11)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(await trader.balance()).toEqual(GIVEN_BACK)
})

test.each([
  ['every hour', () => product.job('expire-waiting')],
  ['at its next try', () => product.tick()],
])('a text that no try got out for two weeks expires %s, and costs nothing', async (_when, look) => {
  answers(AWAY)
  const invoice = await send()
  product.later(14 * DAY_MS + MINUTE_MS)
  await look()
  expect(await trader.request(invoice)).toMatchObject({ state: 'expired', state_reason: 'too_late' })
  expect(await trader.balance()).toEqual(GIVEN_BACK)
})
