import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo } from '../../test/support/signed-in.ts'
import { createTrader } from '../../test/support/trader.ts'
import { recordExport } from '../audit/record-export.ts'
import { DAY_MS } from '../platform/dates.ts'

const product = useProduct()

test('an owner takes along everything of her business, and nothing of another’s', async () => {
  const [trader, other] = [await createTrader(product), await createTrader(product)]
  for (const one of [trader, other]) {
    one.paid()
    await product.job('sweep-organisation', one)
  }
  const { call, userId } = await signInTo(product, trader.businessId)
  const { status, body } = await call('GET', '/api/export')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    business: [{ id: trader.businessId }],
    people: [{ id: userId }],
    reviewRequests: [{ business_id: trader.businessId, state: 'scheduled' }],
  })
  const text = JSON.stringify(body)
  expect(text).not.toContain(other.businessId)
  expect(text).not.toContain('access_token')
})

test('an export holds the words of a text and not the link by which its customer opts out', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { link_token: token } = await trader.request(invoice)
  const { call } = await signInTo(product, trader.businessId)
  const { body } = await call('GET', '/api/export')
  expect(body['reviewRequests']).toMatchObject([
    { link_token: null, body: expect.stringMatching(/http\S+…/) },
  ])
  expect(JSON.stringify(body)).not.toContain(token)
})

test('exports are for the signed in, and not without end', async () => {
  expect((await product.app.inject({ url: '/api/export' })).statusCode).toBe(401)
  const { call } = await signInTo(product, (await createTrader(product)).businessId)
  // One that was read to its end still holds its place until its transaction has ended.
  const status = async () => (await call('GET', '/api/export')).status
  for (let n = 0; n < 6; n += 1) await expect.poll(status).toBe(200)
  await expect.poll(status).toBe(429)
})

test('of three exports asked for at the same moment two are written, and the third is told to come back', async () => {
  const callers = await Promise.all(
    [1, 2, 3].map(async () => (await signInTo(product, (await createTrader(product)).businessId)).call),
  )
  const holder = new Client({ connectionString: product.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table audit_log in access exclusive mode')
  const asked = callers.map((call) => call('GET', '/api/export'))
  const first = await Promise.race(asked)
  await holder.query('commit')
  await holder.end()
  expect([first.status, first.body['code']]).toEqual([503, 'busy'])
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503])
})

test('each export leaves a line that the owner sees, also one that was made on the command line', async () => {
  const trader = await createTrader(product)
  const { businessId } = trader
  const { call } = await signInTo(product, businessId)
  expect((await call('GET', '/api/exports')).body).toMatchObject({ exports: [] })
  for (const path of ['/api/export', '/api/activity/export', '/api/funds/statement?month=2026-11'])
    expect((await call('GET', path)).status).toBe(200)
  await recordExport(product.db, {
    businessId,
    by: { kind: 'system', name: 'command line, root' },
    what: 'everything',
    now: new Date(Date.now() + 60_000),
  })
  const other = await signInTo(product, businessId)
  const seenBy = async (who: typeof call) =>
    ((await who('GET', '/api/exports')).body['exports'] as { what: string; who: string }[]).map(
      (line) => `${line.what}: ${line.who}`,
    )
  expect(await seenBy(call)).toEqual([
    'Everything (JSON): Goodword’s operator',
    'Statement of a month (CSV): You',
    'Invoices (CSV): You',
    'Everything (JSON): You',
  ])
  expect(await seenBy(other.call)).not.toContain('Invoices (CSV): You')
  expect(await seenBy((await signInTo(product, (await createTrader(product)).businessId)).call)).toEqual([])
})

test('the lines of downloads name a time zone only once Xero has named one', async () => {
  const { businessId } = await createTrader(product)
  const ofXero = await signInTo(product, businessId)
  expect((await ofXero.call('GET', '/api/exports')).body).toHaveProperty('timeZone')
  const { id } = await product.db
    .insertInto('businesses')
    .values({ name: 'New', currency: 'AUD', template: 'Hi', country: 'AU' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { call } = await signInTo(product, id)
  expect((await call('GET', '/api/exports')).body).toEqual({ exports: [] })
})

test('statements are not without end, and leave the lines of other downloads in sight', async () => {
  const { businessId } = await createTrader(product)
  const { call, userId } = await signInTo(product, businessId)
  expect((await call('GET', '/api/export')).status).toBe(200)
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n += 1)
    statuses.add((await call('GET', '/api/funds/statement?month=2026-11')).status)
  expect([...statuses]).toEqual([200])
  expect((await call('GET', '/api/funds/statement?month=2026-11')).status).toBe(429)
  const listed = (await call('GET', '/api/exports')).body['exports'] as { what: string }[]
  expect(listed).toHaveLength(50)
  expect(listed[0]!.what).toBe('Statement of a month (CSV)')
  expect(listed.map(({ what }) => what)).toContain('Everything (JSON)')
  const by = { kind: 'owner' as const, name: userId }
  const before = new Date(product.now().getTime() - DAY_MS)
  for (let n = 0; n < 50; n += 1)
    await recordExport(product.db, { businessId, by, what: 'everything', now: before })
  const after = (await call('GET', '/api/exports')).body['exports'] as { what: string }[]
  expect(after.filter(({ what }) => what === 'Statement of a month (CSV)')).toHaveLength(10)
})
