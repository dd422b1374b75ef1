import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { signOperatorIn } from '../../../test/support/signed-in-operator.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { buildApp } from '../../wiring/app.ts'

const product = useProduct()
let trader: Trader
let operator: Call
let owner: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 1000 })
  operator = await signOperatorIn(product)
  ;({ call: owner } = await signInTo(product, trader.businessId))
})

const reason = 'The owner asked for it'
const act = (name: string, body: object = {}, headers = {}) =>
  operator('POST', `/api/operator/businesses/${trader.businessId}/${name}`, { reason, ...body }, headers)

const log = () =>
  product.db
    .selectFrom('audit_log')
    .select(['act', 'actor', 'reason', 'details'])
    .where('business_id', '=', trader.businessId)
    .orderBy('id')
    .execute()

/** As the owner of the schema: no line can be written meanwhile. */
const withoutLog = async (work: () => Promise<void>) => {
  const admin = new Client({ connectionString: product.databaseUrl })
  await admin.connect()
  try {
    await admin.query('alter table audit_log add constraint nothing check (false) not valid')
    await work()
  } finally {
    await admin.query('alter table audit_log drop constraint nothing')
    await admin.end()
  }
}

const balance = async () => (await owner('GET', '/api/funds/balance')).body['balance']

test('funds are granted once under one key, and the reason is what the owner reads', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (const _ of [1, 2]) expect((await act('grant', { amount: 12.34 }, key)).status).toBe(204)
  expect(await balance()).toBe(22.34)
  expect(await log()).toEqual([
    { act: 'granted-funds', actor: 'olive@operator.example', reason, details: { cents: 1234 } },
  ])
  const { body } = await owner('GET', '/api/funds/ledger')
  expect(JSON.stringify(body)).toContain(reason)
})

test('an api whose clock is ahead makes no text that waited for funds wait longer', async () => {
  trader = await createTrader(product, { fundsCents: 0 })
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  const ahead = () => new Date(product.now().getTime() + 20 * MINUTE_MS)
  const app = await buildApp({ ...product.parts, clock: ahead })
  operator = await signOperatorIn({ app, db: product.db, now: ahead })
  expect((await act('grant', { amount: 10 })).status).toBe(204)
  await app.close()
  await product.tick()
  expect(await trader.requests()).toMatchObject([{ state: 'sent' }])
})

test('another amount under a key that was used is refused, and the first stays as it was', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await act('grant', { amount: 10 }, key)).status).toBe(204)
  const second = await act('grant', { amount: 100 }, key)
  expect(second).toMatchObject({ status: 409, body: { code: 'key-used' } })
  expect(second.body['detail']).toMatch(/of 10\.00\. Nothing was done/)
  expect(await balance()).toBe(20)
  expect(await log()).toHaveLength(1)
})

test.each([0, -5, 0.001, 1e9])('an amount of %s is refused', async (amount) => {
  expect((await act('grant', { amount })).status).toBe(422)
  expect(await balance()).toBe(10)
})

test('an act whose line cannot be written is not done', async () => {
  await withoutLog(async () => {
    expect((await act('grant', { amount: 5 })).status).toBe(500)
    expect((await act('pause')).status).toBe(500)
  })
  expect(await balance()).toBe(10)
  expect((await owner('GET', '/api/sms/template')).body).toMatchObject({ paused: null })
})

test('a paused business texts nobody, its owner reads why, and cannot switch it on', async () => {
  expect((await act('pause')).status).toBe(204)
  const { body } = await owner('GET', '/api/sms/template')
  expect(body).toMatchObject({ isEnabled: false, paused: { reason } })
  const { message, version } = body as { message: string; version: string }
  const on = await owner('PUT', '/api/sms/template', { message, isEnabled: true, version })
  expect([on.status, on.body['code']]).toEqual([409, 'business-paused'])
  expect(on.body['detail']).toContain(reason)
  const words = await owner('PUT', '/api/sms/template', {
    message: `${message} Thanks.`,
    isEnabled: false,
    version,
  })
  expect(words.status).toBe(200)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  expect(trader.texts()).toEqual([])

  expect((await act('pause', { reason: 'Again' })).status).toBe(204)
  expect((await act('resume', { reason: 'Solved' })).status).toBe(204)
  expect((await owner('GET', '/api/sms/template')).body).toMatchObject({ isEnabled: true, paused: null })
  expect(await log()).toMatchObject([
    { act: 'paused-business', reason },
    { act: 'resumed-business', reason: 'Solved' },
  ])
})

test('a business that its owner had switched off is off after it is resumed', async () => {
  await product.db
    .updateTable('businesses')
    .set({ automation_enabled: false })
    .where('id', '=', trader.businessId)
    .execute()
  await act('pause')
  await act('resume')
  expect((await owner('GET', '/api/sms/template')).body).toMatchObject({ isEnabled: false, paused: null })
})

test('a business that is paused before its owner finishes onboarding texts once it is resumed', async () => {
  await trader.set({ automation_enabled: false })
  const users = product.db.updateTable('users').set({ onboarded_at: null })
  await users.where('business_id', '=', trader.businessId).execute()
  await act('pause')
  expect((await owner('POST', '/api/onboarding/complete')).status).toBe(200)
  expect((await owner('GET', '/api/sms/template')).body).toMatchObject({
    isEnabled: false,
    paused: { reason },
  })
  await act('resume')
  expect((await owner('GET', '/api/sms/template')).body).toMatchObject({ isEnabled: true, paused: null })
})

test('a sweep that is asked for finds what no webhook reported', async () => {
  const answer = await act('sweep')
  expect([answer.status, answer.body]).toEqual([200, { organisations: 1 }])
  expect(await log()).toMatchObject([{ act: 'swept-now', details: { organisations: 1 } }])
  await product.db
    .updateTable('organisations')
    .set({ state: 'disconnected' })
    .where('business_id', '=', trader.businessId)
    .execute()
  expect((await act('sweep')).body).toMatchObject({ code: 'xero-not-connected' })
})

test('a customer is shown before she is erased, and the log does not name her', async () => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  const phone = trader.texts()[0]!.to
  const name = () =>
    product.db
      .selectFrom('review_requests')
      .select('customer_name')
      .where('business_id', '=', trader.businessId)
      .executeTakeFirst()
  const looked = await act('erase-customer', { phone, isSure: false })
  expect(looked.body).toEqual({
    isErased: false,
    requests: 1,
    cancelled: 0,
    invoices: 1,
    contacts: 1,
    testNumbers: 0,
  })
  expect((await name())!.customer_name).not.toBeNull()
  expect(await log()).toEqual([])
  expect((await act('erase-customer', { phone, isSure: true })).body).toMatchObject({ isErased: true })
  expect((await name())!.customer_name).toBeNull()
  expect(await log()).toMatchObject([
    { act: 'erased-customer', details: { requests: 1, cancelled: 0, invoices: 1 } },
  ])
  expect(JSON.stringify(await log())).not.toContain(phone.slice(1))
  expect((await act('erase-customer', { phone: '0491', isSure: true })).body).toMatchObject({
    code: 'invalid-phone',
  })
})

test('a customer without a number is erased by the name or the id that Xero has', async () => {
  const [one, other] = [trader.customer(''), trader.customer('')]
  const invoices = [one, other].map((customer) => trader.paid(customer))
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  const named = await act('erase-customer', { contact: 'sam green', isSure: true })
  expect([named.status, named.body['code']]).toEqual([422, 'invalid-request'])
  expect(named.body['detail']).toContain(other.contactId)
  expect((await act('erase-customer', { contact: 'Nobody', isSure: true })).status).toBe(404)
  expect(await log()).toEqual([])

  const whom = { contact: one.contactId }
  const found = { requests: 0, cancelled: 0, invoices: 1, contacts: 1, testNumbers: 0 }
  const looked = await act('erase-customer', { ...whom, isSure: false })
  expect([looked.status, looked.body]).toEqual([200, { isErased: false, ...found }])
  const erased = await act('erase-customer', { ...whom, isSure: true })
  expect(erased.body).toEqual({ isErased: true, ...found })
  const last = await act('erase-customer', { contact: 'Sam Green', isSure: false })
  expect(last.body).toEqual({ isErased: false, ...found })
  expect(await log()).toMatchObject([{ act: 'erased-customer', details: { requests: 0, invoices: 1 } }])
  expect((await act('erase-customer', { isSure: true })).body).toMatchObject({ code: 'invalid-phone' })
})
