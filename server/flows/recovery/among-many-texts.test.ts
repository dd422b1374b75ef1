import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
  product.later(MINUTE_MS)
  await text()
  await look()
  product.later(MINUTE_MS)
})
const { fence, settled, pay, text, sweep, forget } = createRestoring(product, () => trader)
const look = () => product.job('look-for-forgotten')
/** More than the gateway tells at once. */
const manyAreSent = async () => {
  const to = trader.customer().phone
  const send = () =>
    product.parts.twilio.send({ to, body: 'From others', from: null, attemptId: crypto.randomUUID() })
  for (let count = 0; count < 11; count += 1) await Promise.all(Array.from({ length: 10 }, send))
}

test('a restore without a trace is shown by the gateway’s texts, however many went since', async () => {
  const moment = await markMoment(product.databaseUrl)
  const invoice = await text()
  await forget(moment)
  product.later(MINUTE_MS)
  await manyAreSent()
  await look()
  expect(await fence()).toBe('text')
  await settled()
  await sweep()
  expect(trader.texts().filter(({ body }) => body !== 'From others')).toHaveLength(2)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  await look()
  expect(await fence()).toBeUndefined()
})

test('also where later looks were forgotten with it', async () => {
  const moment = await markMoment(product.databaseUrl)
  await text()
  product.later(MINUTE_MS)
  await manyAreSent()
  await look()
  await forget(moment)
  await manyAreSent()
  await look()
  expect(await fence()).toBe('text')
})

test('of many texts neither one that is just being recorded nor those of others raise anything', async () => {
  await pay()
  await trader.sync()
  const { send } = product.parts.twilio
  const held = vi.spyOn(product.parts.twilio, 'send').mockImplementation(async (sms) => {
    const outcome = await send(sms)
    held.mockRestore()
    product.later(MINUTE_MS)
    await manyAreSent()
    await look()
    return outcome
  })
  await trader.send()
  expect(await fence()).toBeUndefined()
  await look()
  expect(await fence()).toBeUndefined()
  expect((await trader.requests()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})
