import { beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { plantTestNumber } from '../../test/support/test-numbers.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../test/support/trader.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import { createTestTextTasks } from './test-text-tasks.ts'

const product = useProduct()
let trader: Trader
let call: Call
let phone = 491_570_100

beforeEach(async () => {
  trader = await createTrader(product)
  const owner = await signInTo(product, trader.businessId)
  call = owner.call
  phone += 1
  const where = { businessId: trader.businessId, userId: owner.userId }
  for (const number of [`+61${phone}`, '+61491578957']) await plantTestNumber(product, where, number)
})

const own = () => `0${phone}`
const sendTest = ({ key, ...change }: { key?: string; phone?: string; message?: string } = {}) =>
  call('POST', '/api/sms/test', { phone: own(), ...change }, key ? { 'idempotency-key': key } : {})
const arrived = () => product.sandbox.twilio.sent().filter(({ to }) => to === `+61${phone}`)
const faults = () => checkLedger(product.db, trader.businessId)
const testTexts = () =>
  product.db.selectFrom('test_texts').selectAll().where('business_id', '=', trader.businessId).execute()

test('an owner’s phone gets what a customer would, paid for, and no customer was asked', async () => {
  const { status, body } = await sendTest({ message: 'Hi {firstName}, a word? {reviewLink}' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: 'sent', phone: `+61${phone}`, segments: 1, price: 0.09, currency: 'AUD', balance: 9.91 },
  })
  expect(arrived()).toMatchObject([{ body: body['body'] }])
  expect(await trader.balance()).toEqual({ available: 991, reserved: 0 })
  expect(await trader.requests()).toEqual([])
  expect((await call('GET', '/api/review-requests/summary')).body).toMatchObject({ sentThisMonth: 0 })
  expect(await faults()).toEqual([])

  expect(await testTexts()).toMatchObject([{ state: 'accepted', phone: null }])

  const link = /\/r\/\w+/.exec(String(body['body']))![0]
  const followed = await product.app.inject({ url: link })
  expect(followed.statusCode).toBe(302)
  expect(followed.headers.location).toMatch(/^https:\/\/search\.google\.com/)
})

test.each([
  ['03 9999 0000', 'Please enter a mobile number that can get texts.'],
  [
    '021 123 456',
    'Please enter a mobile number that can get texts. Write one of another country with its country code, such as +64.',
  ],
  ['12', 'Please enter a mobile number that can get texts.'],
  ['+33 6 12 34 56 78', 'This number is in a country that we cannot text yet.'],
])('why %s gets no test is said once, in an owner’s words', async (number, message) => {
  const { body } = await sendTest({ phone: number })
  expect(body).toMatchObject({ fields: [{ path: 'phone', message }] })
  expect(body['detail']).not.toMatch(/phone|mobile|country/)
})

test.each([
  [{ phone: '02 9999 0000' }, 422, 'invalid-phone'],
  [{ phone: '+33 6 12 34 56 78' }, 422, 'invalid-phone'],
  [{ phone: 'my phone' }, 422, 'invalid-phone'],
  [{ message: '“Hi”' }, 422, 'invalid-template'],
  [{ message: 'Hi, see evil.com {reviewLink}' }, 422, 'foreign-link'],
  [{ phone: '0491 578 957' }, 409, 'text-refused'],
])('%j is refused, and costs nothing', async (change, status, code) => {
  expect(await sendTest(change)).toMatchObject({ status, body: { code } })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('a test whose process was stopped before it was sent is not sent late, and costs nothing', async () => {
  const { twilio } = product.parts
  const { send } = twilio
  const late = vi.spyOn(twilio, 'send').mockImplementation((sms) => {
    product.later(21_000)
    return send(sms)
  })
  expect(await sendTest()).toMatchObject({ status: 503, body: { code: 'gateway-busy' } })
  late.mockRestore()
  expect(arrived()).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('without funds there is no test, and a STOP holds for tests, too', async () => {
  const poor = await signInTo(product, (await createTrader(product, { fundsCents: 8 })).businessId)
  expect(await poor.call('POST', '/api/sms/test', { phone: own() })).toMatchObject({
    status: 409,
    body: { code: 'no-funds' },
  })
  await product.db
    .insertInto('platform_opt_outs')
    .values({ phone_hash: product.parts.hashPhone(`+61${phone}`), source: 'stop' })
    .execute()
  expect(await sendTest()).toMatchObject({
    status: 409,
    body: { code: 'opted-out', detail: expect.stringContaining('replied STOP') },
  })
  expect(arrived()).toEqual([])
})

test('a test that the gateway took without saying so is found there, and charged once', async () => {
  product.sandbox.faults.ask({ twilio5xxAfterAccept: {} })
  expect(await sendTest()).toMatchObject({ status: 200, body: { status: 'unknown' } })
  product.sandbox.faults.clear()
  expect(await trader.balance()).toEqual({ available: 991, reserved: 9 })
  expect(await faults()).toEqual([])
  const { id } = (await testTexts())[0]!
  for (let look = 0; look < 2; look += 1)
    await product.job('look-for-test-text', { businessId: trader.businessId, id })
  expect(await testTexts()).toMatchObject([{ state: 'accepted' }])
  expect(await trader.balance()).toEqual({ available: 991, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('a test that never reached the gateway is paid back after three looks, and not sent again', async () => {
  product.sandbox.faults.ask({ twilio5xx: {} })
  expect(await sendTest()).toMatchObject({ status: 200, body: { status: 'unknown' } })
  product.sandbox.faults.clear()
  const { id } = (await testTexts())[0]!
  const look = () => product.job('look-for-test-text', { businessId: trader.businessId, id })
  for (const waitMs of [0, 30_000, 4 * MINUTE_MS]) {
    product.later(waitMs)
    await look()
  }
  expect(await testTexts()).toMatchObject([{ state: 'unknown', looks: 3 }])
  product.later(MINUTE_MS)
  await look()
  expect(await testTexts()).toMatchObject([{ state: 'absent' }])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  expect(arrived()).toEqual([])
  expect(await faults()).toEqual([])
})

test('while the gateway does not answer the look is tried again, and comes back hourly where tries run out', async () => {
  product.sandbox.faults.ask({ twilio5xx: {} })
  await sendTest()
  product.sandbox.faults.clear()
  const { id } = (await testTexts())[0]!
  const waiting = async () => {
    const { rows } = await asOwner(product.databaseUrl, (pool) =>
      pool.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
        `test-text:${id}`,
      ]),
    )
    return rows.map(({ run_at: at }) => Math.round((at.getTime() - product.now().getTime()) / MINUTE_MS))
  }
  const soon = await waiting()
  const noAnswer = new VendorFailure('twilio', 'retry-later', 'timeout', 'Twilio gave no answer')
  const find = vi.spyOn(product.parts.twilio, 'find').mockRejectedValue(noAnswer)
  const look = (left: number) =>
    createTestTextTasks(product.parts)['look-for-test-text']!({ businessId: trader.businessId, id }, { left })
  await expect(look(25)).rejects.toThrow(noAnswer)
  expect(await waiting()).toEqual(soon)
  await look(4)
  expect(await waiting()).toEqual([60])
  find.mockRestore()
  expect(await testTexts()).toMatchObject([{ state: 'unknown' }])
})

test('five tests an hour are enough, and the sixth hears from when it may go', async () => {
  for (let n = 0; n < 5; n += 1) expect((await sendTest()).status).toBe(200)
  const { status, headers, body } = await sendTest()
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
  expect(body['detail']).toMatch(/You can send the next one from \d+:\d\d [ap]m.* \(.+ time\)\./)
  expect(arrived()).toHaveLength(5)
  product.later(61 * MINUTE_MS)
  expect((await sendTest()).status).toBe(200)
})

test('what was refused does not use up the tests', async () => {
  const REFUSED = [{ phone: '02 9999 0000' }, { message: '“Hi”' }, { phone: '0491 578 957' }]
  for (const change of [...REFUSED, ...REFUSED])
    expect((await sendTest(change)).status).toBeGreaterThanOrEqual(400)
  for (let n = 0; n < 5; n += 1) expect((await sendTest()).status).toBe(200)
})

test('two clicks at once send one test, charge it once, and get the same answer', async () => {
  const wanted = { key: crypto.randomUUID() }
  product.sandbox.faults.ask({ twilioSlow: { ms: 300 } })
  const [one, other, third] = await Promise.all([sendTest(wanted), sendTest(wanted), sendTest(wanted)])
  expect(one).toMatchObject({ status: 200, body: { status: 'sent', balance: 9.91 } })
  expect([other.body, third.body]).toEqual([one.body, one.body])
  expect((await sendTest(wanted)).body).toEqual(one.body)
  expect(arrived()).toHaveLength(1)
  expect(await testTexts()).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 991, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('a second click gets the refusal of the first, and its unknown outcome', async () => {
  const refused = { key: crypto.randomUUID(), phone: '0491 578 957' }
  const { body } = await sendTest(refused)
  expect((await sendTest(refused)).body).toMatchObject({ code: 'text-refused', detail: body['detail'] })

  const unknown = { key: crypto.randomUUID() }
  product.sandbox.faults.ask({ twilio5xxAfterAccept: {} })
  await sendTest(unknown)
  expect(await sendTest(unknown)).toMatchObject({ status: 200, body: { status: 'unknown' } })
  expect(arrived()).toHaveLength(1)
})

test('what the busy network refused goes under the same key at the next try, and waits for no answer', async () => {
  const wanted = { key: crypto.randomUUID() }
  product.sandbox.faults.ask({ twilio429: { count: 1 }, twilioSlow: { ms: 300, count: 1 } })
  const both = await Promise.all([sendTest(wanted), sendTest(wanted)])
  expect(both).toMatchObject([{ status: 503 }, { status: 503 }])
  expect(await sendTest(wanted)).toMatchObject({ status: 200, body: { status: 'sent', balance: 9.91 } })
  expect(arrived()).toHaveLength(1)
  expect(await faults()).toEqual([])
})

test('a key is for one number, however it is written, and one message, of one business', async () => {
  const wanted = { key: crypto.randomUUID() }
  const { body } = await sendTest(wanted)
  expect((await sendTest({ ...wanted, phone: `+61${phone}` })).body).toEqual(body)
  expect(await sendTest({ ...wanted, message: 'Another {reviewLink}' })).toMatchObject({
    status: 409,
    body: { code: 'key-used' },
  })
  const { businessId } = await createTrader(product)
  const other = await signInTo(product, businessId)
  await plantTestNumber(product, { businessId, userId: other.userId }, `+61${phone}`)
  expect(
    await other.call('POST', '/api/sms/test', { phone: own() }, { 'idempotency-key': wanted.key }),
  ).toMatchObject({
    status: 200,
  })
  expect(arrived()).toHaveLength(2)
})

test('outside the sending hours of the business no test goes, and she reads from when', async () => {
  await trader.openIn(90)
  const refused = await sendTest()
  expect(refused).toMatchObject({ status: 409, body: { code: 'outside-hours' } })
  expect(refused.body['detail']).toMatch(/This works from \d+:\d\d [ap]m.* \(.+ time\)\./)
  expect(await testTexts()).toEqual([])
  product.later(91 * MINUTE_MS)
  expect((await sendTest()).status).toBe(200)
})

test.each([
  ['none', null],
  ['another page', 'https://evil.example/reviews'],
  ['a page of Google that leads anywhere', 'https://www.google.com/url?q=https://evil.example'],
])('where the review link is %s no test goes', async (_, review_url) => {
  await trader.set({ review_url })
  expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'no-review-page' } })
  expect(arrived()).toEqual([])
})

test('a link that was changed after the test leads to review pages only', async () => {
  const { body } = await sendTest()
  const link = /\/r\/\w+/.exec(String(body['body']))![0]
  await trader.set({ review_url: 'https://g.page/r/CWqXo0abcDEFEBM/review' })
  expect((await product.app.inject({ url: link })).headers.location).toContain('g.page')
  await trader.set({ review_url: 'https://evil.example/reviews' })
  expect((await product.app.inject({ url: link })).statusCode).toBe(404)
})

test('a text that waits for the funds of a test goes as soon as that test is refused', async () => {
  await product.db
    .updateTable('balances')
    .set({ available_cents: SEGMENT_CENTS })
    .where('business_id', '=', trader.businessId)
    .execute()
  await trader.set({ template: 'A review? {reviewLink}' })
  const invoice = trader.paid()
  const { twilio } = product.parts
  const { send } = twilio
  twilio.send = async () => {
    twilio.send = send
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
    await product.tick()
    expect(await trader.request(invoice)).toMatchObject({ state: 'waiting_for_funds' })
    return { kind: 'rejected', reason: 'other', code: '30000' }
  }
  await sendTest({ message: 'A word? {reviewLink}' })
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})
