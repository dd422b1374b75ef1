import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { SANDBOX_VENDORS } from '../../test/support/sandbox.ts'
import { createTrader, tellOf } from '../../test/support/trader.ts'

const from = '12345'
const product = useProduct({
  settings: { TWILIO_FROM: from },
  sandbox: { twilio: { ...SANDBOX_VENDORS.twilio, from } },
})

test('a text from a short code asks for STOP, and a reply that no webhook brought is read', async () => {
  const trader = await createTrader(product)
  const customer = trader.customer('+61421200001')
  const decided = async () => {
    const invoice = trader.paid(customer)
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
    await trader.sync()
    await trader.send()
    return trader.decision(invoice)
  }
  expect(await decided()).toBe('scheduled')
  expect(trader.texts()).toMatchObject([{ from, body: expect.stringMatching(/Reply STOP to opt out$/) }])
  product.sandbox.twilio.setInboundUrl('http://127.0.0.1:9/webhooks/twilio/inbound')
  await product.sandbox.twilio.reply(customer.phone, 'STOP')
  await product.job('poll-inbound')
  expect(await decided()).toBe('opted_out')
})
