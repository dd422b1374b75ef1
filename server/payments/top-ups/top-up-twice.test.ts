import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents } from '../../../test/support/payments.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { Http } from '../../platform/http/http.ts'
import { buildApp } from '../../wiring/app.ts'
import { openParts, type Parts } from '../../wiring/parts.ts'

const side = useAccountSide()
let otherParts: Parts
let otherApp: Http
let otherUrl: string
let owner: Owner
let count = 0

beforeAll(async () => {
  otherParts = await openParts({ ...side.parts.env, DATABASE_URL: side.parts.databaseUrl }, 'api', 4)
  otherApp = await buildApp(otherParts)
  otherUrl = (await otherApp.listen({ port: 0, host: 'localhost' })).replace(/\/\/.*:/, '//localhost:')
})
afterAll(async () => {
  await otherApp.close()
  await otherParts.close()
})
beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `twice-${count}@example.com`)
})

const newKey = () => crypto.randomUUID()
const order = (key: string, amount = 20, at = side.url) =>
  owner.call('POST', `${at}/api/top-ups`, { amount }, { 'idempotency-key': key, origin: side.url })
const orders = () =>
  side.parts.db.selectFrom('checkouts').selectAll().where('business_id', '=', owner.businessId).execute()

test('two orders under one key are one, on whichever api, also in the same moment', async () => {
  const key = newKey()
  const answers = await Promise.all([
    order(key),
    order(key, 20, otherUrl),
    order(key),
    order(key, 20, otherUrl),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(new Set(answers.map(({ headers }) => headers.get('set-cookie'))).size).toBe(1)
  expect(await order(key)).toMatchObject({ status: 200, body: answers[0]!.body })
  expect(await orders()).toHaveLength(1)
  const sessionId = answers[0]!.body['sessionId'] as string
  await side.sandbox.stripe.pay(sessionId)
  expect((await owner.api('GET', `/api/payments/verify?session_id=${sessionId}`)).body).toMatchObject({
    success: true,
  })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
})

test('a key that was used for another amount is refused, and nothing is ordered', async () => {
  const key = newKey()
  await order(key, 20)
  expect(await order(key, 50)).toMatchObject({
    status: 409,
    body: { code: 'key-used', detail: expect.stringMatching(/nothing was done/i) },
  })
  expect(await orders()).toHaveLength(1)
})

test('other keys, other businesses and no key at all are orders of their own', async () => {
  const key = newKey()
  await order(key)
  await order(newKey())
  await owner.api('POST', '/api/top-ups', { amount: 20 })
  await owner.api('POST', '/api/top-ups', { amount: 20 })
  expect(await orders()).toHaveLength(4)
  const stranger = await createOwner(side, `twice-stranger-${count}@example.com`)
  const theirs = await stranger.api('POST', '/api/top-ups', { amount: 50 }, { 'idempotency-key': key })
  expect(theirs.status).toBe(200)
})

test('where Stripe gave no page, the same key asks for it again, and it is the same order', async () => {
  const key = newKey()
  const { createCheckout } = side.parts.stripe
  const asked: string[] = []
  const stripe = vi.spyOn(side.parts.stripe, 'createCheckout').mockImplementation(async (wanted) => {
    asked.push(wanted.reference)
    if (asked.length === 1) throw new VendorFailure('stripe', 'retry-later', 'no-answer', 'no answer')
    return createCheckout(wanted)
  })
  expect((await order(key)).status).toBe(503)
  expect((await order(key)).status).toBe(200)
  expect((await order(key)).status).toBe(200)
  stripe.mockRestore()
  expect(asked).toEqual([asked[0], asked[0]])
  expect(await orders()).toHaveLength(1)
})

test('a key whose page is closed by now orders nothing, and another key does', async () => {
  const key = newKey()
  expect((await order(key)).status).toBe(200)
  side.later(61 * 60_000)
  expect(await order(key)).toMatchObject({ status: 409, body: { code: 'key-used' } })
  expect(await orders()).toHaveLength(1)
  expect((await order(newKey())).status).toBe(200)
})

test('a key that is none is refused in words', async () => {
  expect(await order('again')).toMatchObject({ status: 422, body: { code: 'invalid-request' } })
})
