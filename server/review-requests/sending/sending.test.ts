import { beforeEach, expect, test } from 'vitest'
import { consentAnew } from '../../../test/support/consent-anew.ts'
import { useProduct } from '../../../test/support/product.ts'
import { inboundOf } from '../../../test/support/sms-door.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { cancelExcluded } from './cancel-excluded.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const decide = async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return invoice
}

test('a text says whose it is, for which invoice, leads to the review and names the way out', async () => {
  const customer = trader.customer(undefined, 'Hēmi')
  await trader.set({ template: '{businessName}: kia ora {firstName}, thanks for paying {invoiceNumber}.' })
  const invoice = trader.paid(customer, { invoice: { number: 'INV-7' } })
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  const { link_token } = await trader.request(invoice)
  expect(trader.texts().map(({ body }) => body)).toEqual([
    `Coastal Plumbing: kia ora Hemi, thanks for paying INV-7. ${product.url}/r/${link_token} Reply STOP to opt out`,
  ])
})

test('outside the sending hours a text waits for them, also where the hours changed after it was scheduled', async () => {
  const invoice = await decide()
  await trader.openIn(90)
  await trader.send()
  expect(trader.texts()).toEqual([])
  const { due_at } = await trader.request(invoice)
  const minutes = (due_at.getTime() - product.now().getTime()) / MINUTE_MS
  expect(Math.ceil(minutes)).toBeGreaterThanOrEqual(89)
  expect(Math.ceil(minutes)).toBeLessThanOrEqual(90)
  product.later(90 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})

test('a text that the gateway postponed is not sent outside the hours either', async () => {
  await decide()
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  await trader.openIn(60)
  product.later(2 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([])
  product.later(58 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})

test.each(['a STOP to the shared sender', 'an opt-out by link'])(
  'a text that the gateway postponed is not tried again after %s',
  async (how) => {
    const customer = trader.customer()
    const invoice = trader.paid(customer)
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
    await trader.sync()
    product.sandbox.faults.ask({ twilio429: { count: 1 } })
    await trader.send()
    const { link_token } = await trader.request(invoice)
    if (how === 'an opt-out by link') await fetch(`${product.url}/o/${link_token}`, { method: 'POST' })
    else await inboundOf(product, { phone: customer.phone, body: 'STOP' })
    product.later(2_000)
    await product.tick()
    expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
    expect(trader.texts()).toEqual([])
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  },
)

test('the delay that an owner chose is kept', async () => {
  await trader.set({ delay_minutes: 120 })
  await decide()
  await product.tick()
  product.later(119 * MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toEqual([])
  product.later(MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
})

test.each([
  ['switched off', { automation_enabled: false }, 'automation_off'],
  ['deactivated', { deactivated_at: new Date() }, 'deactivated'],
])('a business that was %s after the decision sends no text', async (_what, columns, reason) => {
  const invoice = await decide()
  await trader.set(columns)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: reason })
  expect(trader.texts()).toEqual([])
})

test('settings that change in the middle of many texts hold for the rest of them', async () => {
  const invoices = Array.from({ length: 50 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  const { twilio } = product.parts
  const { send } = twilio
  let sent = 0
  twilio.send = async (sms) => {
    sent += 1
    if (sent === 1) await trader.set({ automation_enabled: false })
    return send(sms)
  }
  await trader.send()
  twilio.send = send
  expect(trader.texts()).toHaveLength(40)
})

test('a text that could not be sent for two weeks never is, however often it was postponed', async () => {
  const invoice = await decide()
  product.sandbox.xero.disconnect(trader.tenantId)
  for (let day = 0; day < 15; day += 1) {
    product.later(DAY_MS)
    await product.tick()
  }
  expect(await trader.request(invoice)).toMatchObject({
    state: 'scheduled',
    state_reason: 'xero_unreachable',
  })
  await consentAnew(product, trader)
  product.later(6 * MINUTE_MS)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'expired', state_reason: 'too_late' })
  expect(trader.texts()).toEqual([])
})

test.each(['at once', 'by the job'])(
  'a text that the gateway put off for two weeks expires like all others, %s',
  async (how) => {
    const invoice = await decide()
    product.sandbox.faults.ask({ twilio429: { count: 1 } })
    await trader.send()
    product.later(15 * DAY_MS)
    if (how === 'by the job') await product.job('expire-waiting')
    await product.tick()
    expect(await trader.request(invoice)).toMatchObject({ state: 'expired', state_reason: 'too_late' })
    expect(trader.texts()).toEqual([])
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  },
)

test('the two weeks are counted from when it was meant, whatever delay its owner sets later', async () => {
  const invoice = await decide()
  await trader.set({ delay_minutes: 30 * 24 * 60 })
  product.later(15 * DAY_MS)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'expired', state_reason: 'too_late' })
  expect(trader.texts()).toEqual([])
})

test('a text that is postponed because Xero cannot be asked expires by the job', async () => {
  const invoice = await decide()
  await trader.setOrganisation({ state: 'paused' })
  product.later(15 * DAY_MS)
  await product.job('expire-waiting')
  expect(await trader.request(invoice)).toMatchObject({ state: 'expired', state_reason: 'too_late' })
})

test.each(['waits', 'was put off'])(
  'an exclusion is looked at again when a text that %s is claimed',
  async (how) => {
    const invoice = await decide()
    if (how === 'was put off') {
      product.sandbox.faults.ask({ twilio429: { count: 1 } })
      await trader.send()
      product.later(2_000)
    }
    await trader.set({ excluded_words: ['green'] })
    await product.tick()
    expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'excluded_word' })
    expect(trader.texts()).toEqual([])
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  },
)

test('a country that lost its price before the text went out is not served, and costs nothing', async () => {
  const invoice = await decide()
  await product.otherWorker({ prices: { NZ: 14 } })(`send:${trader.businessId}`)
  expect(await trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'country_not_served',
  })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('a customer whom the owner excludes gets no text, whether it waits here or was postponed by the gateway', async () => {
  const [postponed, waits] = [await decide(), trader.paid()]
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  await trader.openIn(60)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [waits] }])
  await trader.sync()
  await trader.set({ excluded_words: ['green'] })
  expect(
    await asBusiness(product.db, trader.businessId, (trx) => cancelExcluded(trx, trader.businessId)),
  ).toBe(2)
  product.later(60 * MINUTE_MS)
  await product.tick()
  expect((await trader.request(postponed)).state).toBe('cancelled')
  expect(trader.texts()).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})
