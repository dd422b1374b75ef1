import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader } from '../../test/support/trader.ts'
import { deliver, eventOf, signatureOf } from '../../test/support/xero-door.ts'
import { watchRefusedCalls } from './refused-calls.ts'

const product = useProduct()

const OTHERS = signatureOf('{}')
const eventsOf = (tenantId: string, count = 1) => ({
  events: Array.from({ length: count }, () => eventOf(tenantId, crypto.randomUUID(), product.now())),
})
const refuse = async (body: object | string) =>
  expect((await deliver(product, body, { signature: OTHERS })).status).toBe(401)
const counted = async () => (await product.readings())['goodword_xero_refused_calls']

test('refused calls are counted that name an organisation of ours, until one bears our signature', async () => {
  const { tenantId } = await createTrader(product)
  await deliver(product, { events: [] })
  await refuse(eventsOf(crypto.randomUUID()))
  await refuse({ events: [] })
  await refuse('no list')
  expect(await counted()).toBe(0)
  await refuse(eventsOf(tenantId, 3))
  expect(await counted()).toBe(1)
  await refuse({
    events: [...eventsOf(crypto.randomUUID()).events, ...eventsOf(tenantId.toUpperCase()).events],
  })
  expect(await counted()).toBe(2)
  await refuse(eventsOf(tenantId))
  await deliver(product, eventsOf(tenantId))
  expect(await counted()).toBe(0)
})

const bodyOf = (tenantId: string) => Buffer.from(JSON.stringify(eventsOf(tenantId)))

test('a call that was taken while the refused ones were looked up ends their count', async () => {
  const calls = watchRefusedCalls(async (ids) => {
    calls.taken()
    return ids
  })
  calls.refused(bodyOf(crypto.randomUUID()))
  expect(await calls.count()).toBe(0)
})

test('of a flood no more is looked up than a delivery has, and a database that is away changes nothing', async () => {
  let asked: string[] = []
  let isAway = false
  const calls = watchRefusedCalls((ids) => {
    asked = ids
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve(ids)
  })
  for (let call = 0; call < 1_000; call += 1) calls.refused(bodyOf(crypto.randomUUID()))
  expect(await calls.count()).toBe(100)
  expect(asked.length).toBe(100)
  calls.refused(Buffer.from(JSON.stringify(eventsOf(crypto.randomUUID(), 5_000))))
  expect(await calls.count()).toBe(100)
  isAway = true
  calls.refused(bodyOf(crypto.randomUUID()))
  expect(await calls.count()).toBe(100)
})
