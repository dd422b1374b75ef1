import { expect, test } from 'vitest'
import type { ReviewRequestPage } from '../../../contracts/review-requests.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { inboundOf } from '../../../test/support/sms-door.ts'
import { createTrader, type Customer } from '../../../test/support/trader.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)

test('a text that waits for funds can be held or cancelled, not sent', async () => {
  await owner.begin({ fundsCents: 0 })
  const invoice = await owner.decided()
  await product.tick()
  expect(await owner.stateOf(invoice)).toBe('waiting_for_funds')
  expect(await owner.ask('send-now', invoice)).toMatchObject({ status: 409, code: 'no-funds' })
  expect(await owner.done('hold', invoice)).toMatchObject({ state: 'held' })
  expect(await owner.done('cancel', invoice)).toMatchObject({ state: 'cancelled' })
})

test('what went, or is going, is neither cancelled nor held, and says so', async () => {
  const sent = await owner.decided()
  await product.tick()
  expect(await owner.ask('cancel', sent)).toMatchObject({
    status: 409,
    code: 'not-waiting',
    detail: 'This text was sent already. Nothing was changed.',
  })
  const going = await owner.decided()
  const { twilio } = product.parts
  const { send } = twilio
  const seen: unknown[] = []
  twilio.send = async (sms) => {
    for (const wish of ['cancel', 'hold'] as const) seen.push(await owner.ask(wish, going))
    return send(sms)
  }
  await owner.trader.send()
  twilio.send = send
  expect(seen).toMatchObject([
    {
      status: 409,
      code: 'on-its-way',
      detail: 'This text is on its way already. It cannot be stopped any more.',
    },
    {
      status: 409,
      code: 'on-its-way',
      detail: 'This text is on its way already. It cannot be held any more.',
    },
  ])
  expect(owner.trader.texts()).toHaveLength(2)
})

test('a text that the gateway put off can be cancelled, which gives its price back, and not held', async () => {
  const invoice = await owner.decided()
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await owner.trader.send()
  expect(await owner.trader.balance()).toEqual({ available: 991, reserved: 9 })
  const { requests } = (await owner.call('GET', '/api/review-requests')).body as ReviewRequestPage
  expect(requests).toMatchObject([{ state: 'sending', choices: ['cancel'] }])
  expect(await owner.ask('hold', invoice)).toMatchObject({ status: 409, code: 'on-its-way' })
  expect(await owner.done('cancel', invoice)).toMatchObject({ state: 'cancelled' })
  await owner.passed(10 * MINUTE_MS)
  expect(owner.trader.texts()).toEqual([])
  expect(await owner.trader.balance()).toEqual({ available: 1000, reserved: 0 })
  await owner.done('undo-cancel', invoice)
  await owner.passed(MINUTE_MS)
  expect(owner.trader.texts()).toHaveLength(1)
})

const STOPPED = {
  'replied STOP': async (customer: Customer) => {
    await inboundOf(product, { phone: customer.phone, body: 'STOP' })
  },
  'is excluded': () => owner.trader.set({ excluded_words: ['green'] }),
  'belongs to a business that is switched off': () => owner.trader.set({ automation_enabled: false }),
} as const

test.each(Object.keys(STOPPED) as (keyof typeof STOPPED)[])(
  'a customer who %s meanwhile is not texted by an undo, nor by letting go',
  async (how) => {
    const customers = [owner.trader.customer(), owner.trader.customer()] as const
    const cancelled = await owner.waiting(60, customers[0])
    const held = await owner.decided(customers[1])
    await owner.done('cancel', cancelled)
    await owner.done('hold', held)
    for (const customer of customers) await STOPPED[how](customer)
    expect(await owner.ask('undo-cancel', cancelled)).toMatchObject({ status: 409, code: 'not-wanted' })
    for (const wish of ['resume', 'send-now'] as const)
      expect(await owner.ask(wish, held)).toMatchObject({ status: 409, code: 'not-wanted' })
    await owner.passed(60 * MINUTE_MS)
    expect(owner.trader.texts()).toEqual([])
  },
)

test('a cancel is not undone once another invoice of the same customer took its place', async () => {
  const customer = owner.trader.customer()
  const first = await owner.waiting(60, customer)
  await owner.done('cancel', first)
  const second = await owner.decided(customer)
  expect(await owner.stateOf(second)).toBe('scheduled')
  expect(await owner.ask('undo-cancel', first)).toMatchObject({
    code: 'not-wanted',
    detail: 'This text cannot go. Another text to this customer was sent or planned meanwhile.',
  })
  await owner.passed(60 * MINUTE_MS)
  expect(owner.trader.texts()).toHaveLength(1)
})

test('a held text keeps its customer’s place: another invoice of theirs is not asked about', async () => {
  const customer = owner.trader.customer()
  const held = await owner.waiting(60, customer)
  await owner.done('hold', held)
  expect(await owner.trader.decision(await owner.decided(customer))).toBe('cooldown')
})

test('what something else cancelled is not brought back, and what is over is not held', async () => {
  const invoice = await owner.waiting()
  await owner.trader.set({ automation_enabled: false })
  await owner.passed(60 * MINUTE_MS)
  await owner.trader.set({ automation_enabled: true })
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'automation_off',
  })
  expect(await owner.ask('undo-cancel', invoice)).toMatchObject({ status: 409, code: 'not-wanted' })
  for (const wish of ['hold', 'resume', 'send-now'] as const)
    expect(await owner.ask(wish, invoice)).toMatchObject({ status: 409, code: 'not-waiting' })
})

test('another business’s text is not found, whatever is asked', async () => {
  const invoice = await owner.waiting()
  const { id } = await owner.trader.request(invoice)
  const other = await signInTo(product, (await createTrader(product)).businessId)
  for (const wish of ['cancel', 'undo-cancel', 'hold', 'resume', 'send-now']) {
    const { status, body } = await other.call('POST', `/api/review-requests/${id}/${wish}`)
    expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'not-found' })
  }
  expect(await owner.stateOf(invoice)).toBe('scheduled')
})

test('a page of another site cannot cancel', async () => {
  const invoice = await owner.waiting()
  const { id } = await owner.trader.request(invoice)
  const { status } = await owner.call('POST', `/api/review-requests/${id}/cancel`, undefined, {
    'sec-fetch-site': 'cross-site',
  })
  expect(status).toBe(403)
  expect(await owner.stateOf(invoice)).toBe('scheduled')
})
