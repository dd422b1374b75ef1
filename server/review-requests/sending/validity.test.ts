import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { addDays, instantOf, localDate } from '../../platform/dates.ts'

/** How long the gateway may keep a text in its queue. */

const product = useProduct()
const SYDNEY = 'Australia/Sydney'
const TO_FIVE = { sending_from: 9 * 60, sending_until: 17 * 60 }

/** On the next day in Sydney, where the clock stands still. */
const tomorrowAt = (hour: number, minute: number, second = 0): void => {
  product.stopClock()
  const [year, month, day] = addDays(localDate(product.now(), SYDNEY), 1).split('-').map(Number)
  const at = instantOf({ year: year!, month: month!, day: day!, hour, minute }, SYDNEY)
  product.later(at.getTime() + second * 1000 - product.now().getTime())
}

const pays = async (trader: Trader) => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  return invoice
}
/** It is decided, and due a second later. */
const isDecided = async (trader: Trader) => {
  const invoice = await pays(trader)
  await trader.sync()
  product.later(1_000)
  return invoice
}
const validity = (trader: Trader) => {
  const sids = new Set(trader.texts().map(({ sid }) => sid))
  const sent = product.sandbox.twilio.sent().filter(({ sid }) => sids.has(sid))
  return sent.map(({ validityPeriod }) => validityPeriod)
}
/** The clock of a decision does not stand still. */
const aboutTenMinutes = expect.toSatisfy((seconds: number) => seconds > 540 && seconds <= 595)

test('a text is valid until the sending hours of its customer end, less the time that its claim holds', async () => {
  const trader = await createTrader(product)
  await trader.set(TO_FIVE)
  tomorrowAt(16, 50)
  await isDecided(trader)
  await trader.send()
  expect(validity(trader)).toEqual([594])
})

test('so is one that is sent by the sync that decides it', async () => {
  const trader = await createTrader(product)
  await trader.set(TO_FIVE)
  tomorrowAt(16, 50)
  await pays(trader)
  await product.otherWorker()(`sync:${trader.tenantId}`)
  expect(validity(trader)).toEqual([aboutTenMinutes])
})

test('one that the gateway put off is valid until the same moment', async () => {
  const trader = await createTrader(product)
  await trader.set(TO_FIVE)
  tomorrowAt(16, 50)
  await isDecided(trader)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  product.later(60_000)
  await trader.send()
  expect(validity(trader)).toEqual([534])
})

test('where hours are open for longer than the gateway keeps a text, or never end, it keeps it as long as it does', async () => {
  const trader = await createTrader(product)
  await trader.set({ sending_from: 6 * 60, sending_until: 22 * 60 })
  tomorrowAt(7, 0)
  await isDecided(trader)
  await trader.send()
  await trader.set({ sending_from: null, sending_until: null })
  await isDecided(trader)
  await trader.send()
  expect(validity(trader)).toEqual([36_000, null])
})

test('in live mode no text is valid after nine in the evening, whatever the owner chose', async () => {
  const trader = await createTrader(product)
  await trader.set({ sending_from: null, sending_until: null, keeps_decent_hours: true })
  tomorrowAt(20, 50)
  await pays(trader)
  await product.otherWorker({ isLive: true })(`sync:${trader.tenantId}`)
  expect(validity(trader)).toEqual([aboutTenMinutes])
})

test('in the last half minute no text is claimed: it goes when the hours open again', async () => {
  const trader = await createTrader(product)
  await trader.set(TO_FIVE)
  tomorrowAt(16, 59, 30)
  const invoice = await isDecided(trader)
  await trader.send()
  expect(trader.texts()).toEqual([])
  const { due_at: dueAt, state } = await trader.request(invoice)
  tomorrowAt(9, 0)
  expect([state, dueAt]).toEqual(['scheduled', product.now()])
  await product.tick()
  expect(validity(trader)).toEqual([8 * 3_600 - 5])
})

test('nor is one tried again then', async () => {
  const trader = await createTrader(product)
  await trader.set(TO_FIVE)
  tomorrowAt(16, 59, 29)
  const invoice = await isDecided(trader)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  product.later(10_000)
  await trader.send()
  expect(trader.texts()).toEqual([])
  tomorrowAt(9, 0)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(trader.texts()).toHaveLength(1)
})
