import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { raiseFence } from '../../database/fence.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'

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

/** Without a trace, so that the history goes on as the known one for a while; then comes a failover. */
const forgottenBeforeSeen = async () => {
  const moment = await markMoment(product.databaseUrl)
  const invoice = await text()
  const sentAt = product.now()
  await forget(moment)
  await sql`update recovery set seen_at = ${new Date(sentAt.getTime() + 20 * MINUTE_MS)}`.execute(product.db)
  product.later(40 * MINUTE_MS)
  await anotherHistory(product.databaseUrl, 'restored')
  return { invoice, sentAt }
}

test('where the gateway fails after it has shown some, Stripe is asked from then on all the same', async () => {
  const { sentAt } = await forgottenBeforeSeen()
  const { twilio, stripe } = product.parts
  const sent = twilio.sent
  let readings = 0
  const list = vi.spyOn(twilio, 'sent').mockImplementation((since) => {
    readings += 1
    if (readings > 2) throw new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503')
    return sent(since)
  })
  product.later(MINUTE_MS)
  await expect(product.work('recovery:fence')).rejects.toThrow('http-503')
  list.mockRestore()
  const orders = vi.spyOn(stripe, 'listOrders')
  await settled()
  const asked = orders.mock.calls.map(([since]) => since.getTime())
  orders.mockRestore()
  expect(Math.min(...asked)).toBeLessThan(sentAt.getTime())
})

test('what was forgotten before the database was last seen is found, since when the last look saw nothing', async () => {
  const { invoice } = await forgottenBeforeSeen()
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(2)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
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

test('what one page shows raises the fence, although the next cannot be read', async () => {
  const moment = await markMoment(product.databaseUrl)
  await text()
  await forget(moment)
  product.later(MINUTE_MS)
  const { newer } = product.parts.twilio
  const torn = vi.spyOn(product.parts.twilio, 'newer').mockImplementation(async function* (since) {
    for await (const page of newer(since)) {
      yield page
      throw new Error('the gateway is away')
    }
  })
  await expect(look()).rejects.toThrow('away')
  torn.mockRestore()
  expect(await fence()).toBe('text')
})

test('a look that finds something while the fence is up is made again from where it began', async () => {
  const lookedTo = async () => {
    const { rows } = await sql<{ to: Date }>`select looked_to as to from recovery`.execute(product.db)
    return rows[0]!.to
  }
  const moment = await markMoment(product.databaseUrl)
  await text()
  await forget(moment)
  product.later(MINUTE_MS)
  await text()
  const before = await lookedTo()
  const { newer } = product.parts.twilio
  const later = vi.spyOn(product.parts.twilio, 'newer').mockImplementation(async function* (since) {
    for await (const page of newer(since))
      yield page.map((one) => ({ ...one, createdAt: new Date(before.getTime() + MINUTE_MS) }))
  })
  await raiseFence(product.db, 'payment')
  await look()
  later.mockRestore()
  expect(await lookedTo()).toEqual(before)
})

test('the fence that a report raises reaches back to the last look that is on record', async () => {
  await sql`update recovery set looked_to = now() - interval '4 days' where is_only`.execute(product.db)
  await raiseFence(product.db, 'report')
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from now() - since) / 86400)::integer as days from recovery where is_only`.execute(
    product.db,
  )
  expect(rows).toEqual([{ days: 4 }])
})
