import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { codeOn, confirmByCode } from '../../test/support/test-numbers.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { setSender } from '../senders/set-sender.ts'
import { deactivateAccount } from '../flows/accounts/deactivate-account.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { MINUTE_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader
let call: Call
let userId: string
let number = 491_571_100

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call, userId } = await signInTo(product, trader.businessId))
  number += 10
})

const HOUR_MS = 60 * MINUTE_MS
const phone = (plus = 0) => `+${61_000_000_000 + number + plus}`
const askCode = ({ key, ...change }: { key?: string; phone?: string } = {}, by = call) =>
  by('POST', '/api/sms/test-codes', { phone: phone(), ...change }, key ? { 'idempotency-key': key } : {})
const type = (code: string, change: object = {}, by = call) =>
  by('POST', '/api/sms/test-numbers', { phone: phone(), code, ...change })
const sendTest = (change: object = {}, by = call) =>
  by('POST', '/api/sms/test', { phone: phone(), ...change })
const arrived = (to = phone()) => product.sandbox.twilio.sent(to)
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const codes = () =>
  product.db.selectFrom('test_codes').selectAll().where('business_id', '=', trader.businessId).execute()

test('a test goes only to a number that was confirmed by a code, which is free and asked for once', async () => {
  expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'number-not-confirmed' } })
  expect(arrived()).toEqual([])

  const asked = await askCode({ phone: `0${number}` })
  expect(asked).toMatchObject({ status: 200, body: { status: 'sent', phone: phone(), askAgainSeconds: 60 } })
  expect(arrived()).toMatchObject([{ body: expect.stringMatching(/^\d{6} is your Goodword code/) as string }])
  expect(arrived()[0]!.body).toMatch(/Reply STOP to opt out$/)
  expect(arrived()[0]!.body.length).toBeLessThanOrEqual(160)
  expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'number-not-confirmed' } })

  const code = codeOn(product, phone())
  expect(await type(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
    status: 200,
    body: { phone: phone() },
  })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  expect(await sendTest()).toMatchObject({ status: 200, body: { balance: 9.91 } })
  expect(await sendTest({ phone: `0${number}` })).toMatchObject({ status: 200 })
  expect(await askCode()).toMatchObject({ status: 409, body: { code: 'number-confirmed' } })

  expect(arrived()).toHaveLength(3)
  expect(await trader.requests()).toEqual([])
  expect((await call('GET', '/api/review-requests/summary')).body).toMatchObject({ sentThisMonth: 0 })
  expect(await checkLedger(product.db, trader.businessId)).toEqual([])
})

test('a code whose process was stopped before it was sent is not sent late', async () => {
  const { twilio } = product.parts
  const { send } = twilio
  const late = vi.spyOn(twilio, 'send').mockImplementation((sms) => {
    product.later(21_000)
    return send(sms)
  })
  expect(await askCode()).toMatchObject({ status: 503, body: { code: 'gateway-busy' } })
  late.mockRestore()
  expect(arrived()).toEqual([])
  expect(await codes()).toEqual([])
})

test('another business confirms the same number for itself, by a code of its own', async () => {
  await askCode()
  const other = await signInTo(product, (await createTrader(product)).businessId)
  expect(await type(codeOn(product, phone()), {}, other.call)).toMatchObject({ status: 409 })
  await confirmByCode(product, call, phone(1))
  expect(await sendTest({ phone: phone(1) }, other.call)).toMatchObject({ status: 409 })
  expect(await type(codeOn(product, phone(1)), { phone: phone() })).toMatchObject({ status: 409 })
})

test('a code is kept as a keyed hash, and typed in five times at most', async () => {
  await askCode()
  const code = codeOn(product, phone())
  expect(JSON.stringify(await codes())).not.toContain(code)
  for (const left of ['4 tries are left', '3 tries are left', '2 tries are left', 'One try is left']) {
    const { status, body } = await type(wrongOf(code))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'wrong-code' } })
    expect(body['detail']).toContain(left)
  }
  expect(await type(wrongOf(code))).toMatchObject({ status: 409, body: { code: 'code-over' } })
  expect(await type(code)).toMatchObject({ status: 409, body: { code: 'code-over' } })
  expect(await sendTest()).toMatchObject({ status: 409 })
})

test('guesses at the same moment do not have more tries', async () => {
  await askCode()
  const code = codeOn(product, phone())
  const guesses = await Promise.all(Array.from({ length: 12 }, () => type(wrongOf(code))))
  expect(guesses.filter(({ body }) => body['code'] === 'wrong-code')).toHaveLength(4)
  expect(await codes()).toMatchObject([{ tries: 5 }])
})

test('a code of eleven minutes ago does not count, and what has no six digits is no try', async () => {
  await askCode()
  expect(await type('12345')).toMatchObject({ status: 422, body: { code: 'invalid-request' } })
  expect(await codes()).toMatchObject([{ tries: 0 }])
  product.later(11 * MINUTE_MS)
  expect(await type(codeOn(product, phone()))).toMatchObject({ status: 409, body: { code: 'code-over' } })
})

test('another code goes after a minute, three an hour to a number, and the refusal says when', async () => {
  expect((await askCode()).status).toBe(200)
  const { status, body, headers } = await askCode()
  expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(body['detail']).toBe('You can ask for another code in a minute.')
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  for (const wanted of [200, 200]) {
    product.later(MINUTE_MS)
    expect((await askCode()).status).toBe(wanted)
  }
  product.later(MINUTE_MS)
  const enough = await askCode()
  expect(enough.status).toBe(429)
  expect(enough.body['detail']).toMatch(
    /enough codes.* You can ask for another from \d+:\d\d [ap]m.* \(.+ time\)\./,
  )
  expect(arrived()).toHaveLength(3)
  expect((await type(codeOn(product, phone()))).status).toBe(200)
})

test('five codes an hour and ten a day are enough for a business', async () => {
  const outcomes: number[] = []
  for (let n = 0; n < 12; n += 1) {
    if (n === 6) product.later(HOUR_MS)
    outcomes.push((await askCode({ phone: phone(n) })).status)
  }
  expect(outcomes).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429])
  product.later(HOUR_MS)
  expect((await askCode({ phone: phone(20) })).status).toBe(429)
  number += 30
})

test('five codes a day are enough for a phone, whichever businesses ask', async () => {
  const outcomes: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const other = await signInTo(product, (await createTrader(product)).businessId)
    const { status, body } = await askCode({}, other.call)
    outcomes.push(status)
    if (status === 429) expect(body['detail']).toMatch(/from \d+:\d\d [ap]m.* \(.+ time\)\./)
  }
  expect(outcomes).toEqual([200, 200, 200, 200, 200, 429])
})

test.each([
  ['a landline', '02 9999 0000', 422, 'invalid-phone', 'Please enter a mobile number'],
  [
    'a country that is not served',
    '+33 6 12 34 56 78',
    422,
    'invalid-phone',
    'country that we cannot text yet',
  ],
  ['what the network refuses', '0491 578 888', 409, 'text-refused', 'cannot get texts'],
])('no code goes to %s', async (_, wanted, status, code, words) => {
  const refused = await askCode({ phone: wanted })
  expect(refused).toMatchObject({ status, body: { code } })
  expect(JSON.stringify(refused.body)).toContain(words)
})

test('no code goes to a phone that replied STOP, nor outside the sending hours', async () => {
  await product.db
    .insertInto('platform_opt_outs')
    .values({ phone_hash: product.parts.hashPhone(phone()), source: 'stop' })
    .execute()
  expect(await askCode()).toMatchObject({ status: 409, body: { code: 'opted-out' } })

  await trader.openIn(90)
  const closed = await askCode({ phone: phone(1) })
  expect(closed).toMatchObject({ status: 409, body: { code: 'outside-hours' } })
  expect(closed.body['detail']).toMatch(/This works from \d+:\d\d [ap]m.* \(.+ time\)\./)
  expect([...arrived(), ...arrived(phone(1)), ...(await codes())]).toEqual([])
})

test('a phone that opted out by link is told so', async () => {
  await product.db
    .insertInto('opt_outs')
    .values({
      business_id: trader.businessId,
      phone_hash: product.parts.hashPhone(phone()),
      source: 'link',
      sender: '',
    })
    .execute()
  const refused = await askCode()
  expect(refused).toMatchObject({ status: 409, body: { code: 'opted-out' } })
  expect(refused.body['detail']).toContain('opted out by the link')
})

test('two clicks at once text one code, and get the same answer', async () => {
  const wanted = { key: crypto.randomUUID() }
  product.sandbox.faults.ask({ twilioSlow: { ms: 300 } })
  const [one, other] = await Promise.all([askCode(wanted), askCode(wanted)])
  expect([one, other]).toMatchObject([{ status: 200 }, { status: 200 }])
  expect([other.body['status'], other.body['expiresAt']]).toEqual([one.body['status'], one.body['expiresAt']])
  expect(arrived()).toHaveLength(1)
  expect(await askCode({ ...wanted, phone: phone(1) })).toMatchObject({ body: { code: 'key-used' } })

  const refused = { key: crypto.randomUUID(), phone: '0491 578 888' }
  expect((await askCode(refused)).body).toMatchObject({ code: 'text-refused' })
  expect((await askCode(refused)).body).toMatchObject({ code: 'text-refused' })
})

test('a code whose answer was lost counts if it came, and so does the next one', async () => {
  product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  expect(await askCode()).toMatchObject({ status: 200, body: { status: 'unknown' } })
  const first = codeOn(product, phone())
  expect((await askCode()).status).toBe(429)
  product.later(MINUTE_MS)
  expect(await askCode()).toMatchObject({ status: 200, body: { status: 'sent' } })
  expect(await type(first)).toMatchObject({ status: 200 })
})

test('a code that the busy network did not take is asked for again at once, under the same key', async () => {
  const wanted = { key: crypto.randomUUID() }
  product.sandbox.faults.ask({ twilio429: { count: 1 }, twilioSlow: { ms: 300, count: 1 } })
  const both = await Promise.all([askCode(wanted), askCode(wanted)])
  const busy = { status: 503, body: { code: 'gateway-busy' } }
  expect(both).toMatchObject([busy, busy])
  expect(await askCode(wanted)).toMatchObject({ status: 200 })
  expect(arrived()).toHaveLength(1)
})

/** A test whose answer is lost, and that the gateway never had, is looked for where bodies cannot be read. */
const lookForLostTest = async () => {
  product.sandbox.faults.ask({ twilio5xx: {} })
  expect(await sendTest()).toMatchObject({ status: 200, body: { status: 'unknown' } })
  product.sandbox.faults.clear()
  const { id } = await product.db
    .selectFrom('test_texts')
    .select('id')
    .where('business_id', '=', trader.businessId)
    .executeTakeFirstOrThrow()
  product.sandbox.twilio.redactBodies(true)
  await product.job('look-for-test-text', { businessId: trader.businessId, id })
  product.sandbox.twilio.redactBodies(false)
  return trader.balance()
}

test('where bodies are redacted, a code is not taken for a test text whose answer was lost', async () => {
  await confirmByCode(product, call, phone())
  expect(await codes()).toMatchObject([{ phone: null, message_sid: expect.any(String) as string }])
  expect(await lookForLostTest()).toEqual({ available: 991, reserved: 9 })
})

test('nor is a code whose own answer was lost; its number is kept for that', async () => {
  product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  await askCode()
  await type(codeOn(product, phone()))
  expect(await codes()).toMatchObject([{ phone: phone(), message_sid: null }])
  expect(await lookForLostTest()).toEqual({ available: 991, reserved: 9 })
})

test('deactivating the account forgets the numbers, and a code that is under way', async () => {
  await confirmByCode(product, call, phone())
  await askCode({ phone: phone(1) })
  const { businessId } = trader
  await deactivateAccount(product.db, { userId, businessId, now: product.now() })
  const numbers = product.db.selectFrom('test_numbers').selectAll().where('business_id', '=', businessId)
  expect(await numbers.execute()).toEqual([])
  for (const { expires_at } of await codes())
    expect(expires_at.getTime()).toBeLessThanOrEqual(product.now().getTime())
})

test('a code and a test go by the business’s own sender, with the way out that it leaves', async () => {
  const give = (sender: string | null) =>
    setSender(product.parts, trader.businessId, { sender, isRegistered: true })
  await give('Coastal')
  await askCode()
  const [code] = arrived()
  expect(code).toMatchObject({ from: 'Coastal', body: expect.not.stringContaining('STOP') })
  await type(codeOn(product, phone()))
  expect(await sendTest()).toMatchObject({ status: 200, body: { segments: 2, price: 0.18 } })
  const test = arrived().at(-1)!
  expect(test.from).toBe('Coastal')
  const page = await product.app.inject({ url: /\/o\/\w+/.exec(test.body)![0] })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('This was a test')])
  await give('+61480000001')
  await sendTest()
  expect(arrived().at(-1)).toMatchObject({
    from: '+61480000001',
    body: expect.stringContaining('Reply STOP'),
  })
  await give(null)
})
