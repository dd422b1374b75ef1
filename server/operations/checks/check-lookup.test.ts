import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { checkLookup } from './check-lookup.ts'

const product = useProduct()

test('whether a text whose answer was lost would be found at the gateway is tried with the last one', async () => {
  const { db, parts, sandbox } = product
  const check = (find = parts.twilio.find) => checkLookup(db, { find })
  expect(await check()).toMatchObject({ state: 'not checked' })

  const trader = await createTrader(product)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  const claimed_at = new Date(Date.now() - 120_000)
  await db.updateTable('send_attempts').set({ claimed_at }).execute()
  expect(await check()).toMatchObject({ state: 'ok', words: expect.stringContaining('by its link') })
  sandbox.twilio.redactBodies(true)
  expect(await check()).toMatchObject({ state: 'ok', words: expect.stringContaining('bodies are redacted') })
  sandbox.twilio.redactBodies(false)
  const down = new VendorFailure('twilio', 'retry-later', 'timeout', 'no answer')
  expect(await check(() => Promise.reject(down))).toMatchObject({ state: 'not checked' })
  await db.updateTable('send_attempts').set({ phone: '+61491570000' }).execute()
  expect(await check()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('Message Redaction') })
})

test('a history that was written and never sent is called that, and an erased number is not', async () => {
  const { db, parts } = product
  const trader = await createTrader(product)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  await db.updateTable('send_attempts').set({ phone: null }).execute()
  expect(await checkLookup(db, parts.twilio)).toMatchObject({
    state: 'not checked',
    words: expect.stringMatching(/texts? (is|are) the demo’s history, .* never went to Twilio/),
  })
  await db.updateTable('review_requests').set({ customer_phone: null }).execute()
  expect(await checkLookup(db, parts.twilio)).toMatchObject({
    state: 'not checked',
    words: 'no text has gone out in a month that could be looked for',
  })
})
