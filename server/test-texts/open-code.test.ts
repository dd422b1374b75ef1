import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { codeOn } from '../../test/support/test-numbers.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { MINUTE_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader
let call: Call
let number = 491_572_100

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
  number += 10
})

const phone = () => `+${61_000_000_000 + number}`
const askCode = (to = phone()) => call('POST', '/api/sms/test-codes', { phone: to })
const sendTest = (to = phone(), by = call) => by('POST', '/api/sms/test', { phone: to })
const openCode = async (to = phone(), by = call) => {
  const { status, body } = await sendTest(to, by)
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'number-not-confirmed' } })
  return body['openCode']
}

test('a test to a number whose code still counts is refused with that code’s times, and texts no other', async () => {
  expect(await openCode()).toBeUndefined()
  const { body: asked } = await askCode()
  const { expiresAt } = asked
  expect(await openCode(`0${number}`)).toEqual({
    status: 'sent',
    phone: phone(),
    expiresAt,
    askAgainSeconds: expect.any(Number) as number,
  })
  product.later(9 * MINUTE_MS)
  expect(await openCode()).toMatchObject({ expiresAt, askAgainSeconds: 0 })
  expect((await sendTest()).body['detail']).toContain('Please type in the code that we texted to it.')
  product.later(MINUTE_MS)
  expect(await openCode()).toBeUndefined()
  expect(product.sandbox.twilio.sent(phone())).toHaveLength(1)
})

test('the pause before another code is counted from the code that was texted last', async () => {
  await askCode()
  product.later(2 * MINUTE_MS)
  const { body: asked } = await askCode()
  product.later(30_000)
  const open = (await openCode()) as { expiresAt: string; askAgainSeconds: number }
  expect(open.expiresAt).toBe(asked['expiresAt'])
  expect(open.askAgainSeconds).toBeGreaterThan(0)
  expect(open.askAgainSeconds).toBeLessThanOrEqual(30)
})

test('a code whose answer was lost is open as one that may not have come', async () => {
  product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  await askCode()
  expect(await openCode()).toMatchObject({ status: 'unknown', phone: phone() })
})

test('a code that was tried too often or refused by the network is not open', async () => {
  await askCode()
  const wrong = String((Number(codeOn(product, phone())) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries += 1)
    await call('POST', '/api/sms/test-numbers', { phone: phone(), code: wrong })
  expect(await openCode()).toBeUndefined()

  expect((await askCode('0491 578 888')).body).toMatchObject({ code: 'text-refused' })
  expect(await openCode('0491 578 888')).toBeUndefined()
})

test('nobody else learns of a code: no other business, and no other person of this one', async () => {
  await askCode()
  const otherPerson = await signInTo(product, trader.businessId)
  const otherBusiness = await signInTo(product, (await createTrader(product)).businessId)
  expect(await openCode(phone(), otherPerson.call)).toBeUndefined()
  expect(await openCode(phone(), otherBusiness.call)).toBeUndefined()
  expect(await openCode()).toBeDefined()
})
