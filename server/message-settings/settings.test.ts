import { beforeEach, expect, test } from 'vitest'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const SETTINGS = {
  sendingFrom: null,
  sendingUntil: null,
  delayMinutes: 0,
  cooldownDays: 90,
  excludedWords: [] as string[],
}
const save = (change: Partial<Record<keyof SmsSettings | 'version', unknown>>) =>
  call('PUT', '/api/sms/settings', { ...SETTINGS, ...change })

test('what is saved is returned, with the defaults beside it', async () => {
  const wanted = {
    sendingFrom: 540,
    sendingUntil: 1020,
    delayMinutes: 30,
    cooldownDays: 0,
    excludedWords: ['Strata'],
  }
  const { status, body } = await call('PUT', '/api/sms/settings', wanted)
  expect({ status, body }).toMatchObject({ status: 200, body: { ...wanted, excludedContacts: [] } })
  expect((await call('GET', '/api/sms/settings')).body).toEqual(body)
  expect(body['defaults']).toEqual({
    sendingFrom: 480,
    sendingUntil: 1200,
    delayMinutes: 0,
    cooldownDays: 90,
  })
})

test.each([
  [{ sendingFrom: 540 }],
  [{ sendingFrom: 600, sendingUntil: 600 }],
  [{ sendingFrom: 600, sendingUntil: 1441 }],
  [{ delayMinutes: -1 }],
  [{ delayMinutes: 1.5 }],
  [{ cooldownDays: 731 }],
  [{ excludedWords: ['x'] }],
  [{ excludedWords: ['a\0b'] }],
  [{ excludedWords: Array.from({ length: 51 }, (_, n) => `word ${n}`) }],
])('%j is refused', async (change) => {
  expect((await save(change)).status).toBe(422)
})

test('a delay holds back the next text, and the hours of the day as well', async () => {
  await save({ delayMinutes: 60 })
  trader.paid()
  await product.job('sweep-organisation', trader)
  const [waiting] = await trader.requests()
  expect(waiting!.due_at.getTime() - product.now().getTime()).toBeGreaterThan(59 * 60_000)
})

test('customers with an excluded word in their name are not asked, and the owner is told why', async () => {
  await save({ excludedWords: ['green', 'Green '] })
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(invoice)).toBe('excluded_word')
  expect((await call('GET', '/api/sms/settings')).body['excludedWords']).toEqual(['Green'])
})

test('a customer who is excluded is not asked, not even by a text that already waited', async () => {
  await save({ delayMinutes: 60 })
  const customer = trader.customer()
  const waiting = trader.paid(customer)
  const other = trader.paid()
  await product.job('sweep-organisation', trader)

  const found = await call('GET', '/api/sms/contacts?query=sAM')
  expect(found.body['contacts']).toContainEqual({
    tenantId: trader.tenantId,
    contactId: customer.contactId,
    name: 'Sam Green',
  })
  const excluded = await call('PUT', `/api/sms/excluded-contacts/${customer.contactId}`)
  expect(excluded.body['excludedContacts']).toMatchObject([
    { contactId: customer.contactId, name: 'Sam Green' },
  ])
  expect(await trader.request(waiting)).toMatchObject({
    state: 'cancelled',
    state_reason: 'excluded_contact',
  })
  expect(await trader.request(other)).toMatchObject({ state: 'scheduled' })

  const later = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(later)).toBe('excluded_contact')

  const undone = await call('DELETE', `/api/sms/excluded-contacts/${customer.contactId}`)
  expect(undone.body['excludedContacts']).toEqual([])
  const last = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(last)).toBe('scheduled')
})

test('another business’s customers are neither found nor excluded', async () => {
  const customer = trader.customer()
  trader.paid(customer)
  await product.job('sweep-organisation', trader)
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', '/api/sms/contacts?query=sam')).body['contacts']).toEqual([])
  expect((await stranger.call('PUT', `/api/sms/excluded-contacts/${customer.contactId}`)).status).toBe(404)
})

test('of two saves that began from the same settings the later learns of the earlier, and saves nothing', async () => {
  const { version } = (await call('GET', '/api/sms/settings')).body
  const first = await save({ cooldownDays: 30, version })
  expect(first.status).toBe(200)
  expect(await save({ cooldownDays: 60, version })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile', detail: expect.stringMatching(/nothing was saved/i) },
  })
  expect((await call('GET', '/api/sms/settings')).body).toMatchObject({ cooldownDays: 30 })
  expect((await save({ cooldownDays: 60, version: first.body['version'] })).status).toBe(200)
  const now = (await call('GET', '/api/sms/settings')).body['version']
  const both = await Promise.all([1, 2].map((days) => save({ cooldownDays: days, version: now })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
