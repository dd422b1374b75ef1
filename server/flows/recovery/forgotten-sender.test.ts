import { beforeEach, expect, test } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { inboundOf } from '../../../test/support/sms-door.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'
import { setSender } from '../../senders/set-sender.ts'

const product = useProduct()
const OURS = '+61480000001'
let trader: Trader
beforeEach(async () => {
  await asOwner(product.databaseUrl, (pool) => pool.query('delete from business_senders'))
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})
const { fence, settled, pay, text, sweep, forget, faults } = createRestoring(product, () => trader)
const give = (sender: string | null) =>
  setSender(product.parts, trader.businessId, { sender, isRegistered: true })

test.each([OURS, 'Coastal'])(
  'a restore that forgets the own sender %s and its texts sends none of them twice',
  async (sender) => {
    const moment = await markMoment(product.databaseUrl)
    await give(sender)
    const invoices = [await text(), await text()]
    expect(product.sandbox.twilio.sent().slice(-2)).toMatchObject([{ from: sender }, { from: sender }])
    await forget(moment, 'restored')
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(2)
    for (const invoice of invoices)
      expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await trader.balance()).toEqual({ available: 1000 - 2 * SEGMENT_CENTS, reserved: 0 })
    expect(await faults()).toEqual([])
  },
)

test('neither does one whose texts have no words at the gateway', async () => {
  const moment = await markMoment(product.databaseUrl)
  product.sandbox.twilio.redactBodies(true)
  await give(OURS)
  const invoice = await text()
  await forget(moment, 'restored')
  await settled()
  await sweep()
  product.sandbox.twilio.redactBodies(false)
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test.each(['restarted', undefined] as const)(
  'texts by an own sender that is forgotten are seen where the database seems %s',
  async (seems) => {
    const moment = await markMoment(product.databaseUrl)
    await give(OURS)
    const invoice = await text()
    await forget(moment, seems)
    if (!seems) {
      await product.job('look-for-forgotten')
      expect(await fence()).toBe('text')
    }
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(1)
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  },
)

test('a witness knows the texts without words of an own sender that is on record', async () => {
  await give(OURS)
  const moment = await markMoment(product.databaseUrl)
  product.sandbox.twilio.redactBodies(true)
  await text()
  await forget(moment)
  await product.job('look-for-forgotten')
  expect(await fence()).toBe('text')
  await settled()
  await sweep()
  product.sandbox.twilio.redactBodies(false)
  expect(trader.texts()).toHaveLength(1)
})

test.each(['restored', 'restarted'] as const)(
  'a STOP to an own number that was forgotten with it still holds where the database seems %s',
  async (seems) => {
    const customer = trader.customer()
    const planned = await pay(customer)
    await trader.sync()
    const moment = await markMoment(product.databaseUrl)
    await give(OURS)
    const { sid } = await product.sandbox.twilio.reply(customer.phone, 'STOP', OURS)
    await inboundOf(product, { phone: customer.phone, body: 'STOP', sid, to: OURS })
    await forget(moment, seems)
    await settled()
    expect(trader.texts()).toHaveLength(0)
    expect(await trader.request(planned)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
  },
)
