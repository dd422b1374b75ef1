import { beforeEach, expect, test } from 'vitest'
import type { ChangesResponse } from '../../contracts/changes.ts'
import { addRequest, hoursAgo } from '../../test/support/paid-invoices.ts'
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

const marks = async () => (await call('GET', '/api/changes')).body as ChangesResponse

/** Which marks are others after `work` than before. */
const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = await marks()
  await work()
  const after = await marks()
  return (Object.keys(after) as (keyof ChangesResponse)[]).filter((name) => after[name] !== before[name])
}

test('while nothing happens, no mark changes', async () => {
  await addRequest(product.db, trader, { state: 'delivered' })
  expect(await changedBy(async () => undefined)).toEqual([])
})

test('a text that is scheduled, sent, delivered and opened changes its mark at each step', async () => {
  trader.paid()
  expect(await changedBy(() => product.job('sweep-organisation', trader))).toEqual(
    expect.arrayContaining(['reviewRequests', 'activity']),
  )
  expect(await changedBy(() => trader.send())).toEqual(
    expect.arrayContaining(['reviewRequests', 'activity', 'funds']),
  )
  const [request] = await trader.requests()
  const update = (columns: object) =>
    product.db.updateTable('review_requests').set(columns).where('id', '=', request!.id).execute()
  expect(await changedBy(() => update({ state: 'delivered', delivered_at: product.now() }))).toEqual(
    expect.arrayContaining(['reviewRequests']),
  )
  expect(await changedBy(() => update({ opened_at: product.now(), open_count: 1 }))).toEqual([
    'reviewRequests',
  ])
})

test('with many texts waiting, each that goes or gets due another way changes the mark of the texts', async () => {
  const ids: string[] = []
  for (let hours = 1; hours <= 120; hours++)
    ids.push(await addRequest(product.db, trader, { state: 'scheduled', due_at: hoursAgo(-hours) }))
  const update = (id: string, columns: object) =>
    product.db.updateTable('review_requests').set(columns).where('id', '=', id).execute()
  const sent = { state: 'sent', sent_at: new Date() }
  expect(await changedBy(() => update(ids[0]!, sent))).toContain('reviewRequests')
  expect(await changedBy(() => update(ids[0]!, { state: 'delivered' }))).toContain('reviewRequests')
  expect(await changedBy(() => update(ids[1]!, { state: 'held', held_at: new Date() }))).toContain(
    'reviewRequests',
  )
  expect(await changedBy(() => update(ids[119]!, { state: 'cancelled' }))).toContain('reviewRequests')
})

test('a customer who opts out changes the mark of the texts', async () => {
  const phone_hash = Buffer.from('0f', 'hex')
  await addRequest(product.db, trader, { state: 'delivered', phone_hash })
  const optOut = { business_id: trader.businessId, phone_hash, source: 'stop' as const }
  expect(await changedBy(() => product.db.insertInto('opt_outs').values(optOut).execute())).toEqual([
    'reviewRequests',
  ])
})

test('a lost connection, settings and a new message each change a mark of their own', async () => {
  expect(await changedBy(() => trader.setOrganisation({ state: 'paused' }))).toEqual(['connections'])
  expect(await changedBy(() => trader.set({ cooldown_days: 30 }))).toEqual(['settings'])
  expect(await changedBy(() => trader.set({ template: 'New words {reviewLink}' }))).toEqual(['settings'])
  const reminder = { isOn: true, afterDays: 9, way: 'text', message: 'Once more {reviewLink}', attested: [] }
  expect(await changedBy(() => call('PUT', '/api/sms/reminders', reminder))).toEqual(['settings'])
})

test('automatic top-ups that pause, or that another window changes, change the mark of the funds', async () => {
  const terms = { isOn: true, threshold: 10, amount: 50, monthlyCap: 200, hasConsented: true }
  const save = (more: object) => call('PUT', '/api/auto-top-up', { ...terms, ...more })
  expect(await changedBy(() => save({}))).toEqual(['funds'])
  expect(await changedBy(() => save({ amount: 60 }))).toEqual(['funds'])
  const update = (columns: object) =>
    product.db.updateTable('auto_top_ups').set(columns).where('business_id', '=', trader.businessId).execute()
  const card = {
    customer_id: 'cus_1',
    card_id: 'pm_1',
    card_brand: 'visa',
    card_last4: '4242',
    card_ends: '12/34',
  }
  expect(await changedBy(() => update(card))).toEqual(['funds'])
  const paused = { paused_reason: 'declined' as const, paused_at: new Date() }
  expect(await changedBy(() => update(paused))).toEqual(['funds'])
})

test('a payment that the bank has yet to confirm, and its end, change the mark of the funds', async () => {
  const { body } = await call('POST', '/api/top-ups', { amount: 50 })
  const become = (state: 'processing' | 'failed') =>
    product.db
      .updateTable('checkouts')
      .set({ state })
      .where('session_id', '=', String(body['sessionId']))
      .execute()
  expect(await changedBy(() => become('processing'))).toEqual(['funds'])
  expect((await call('GET', '/api/funds/balance')).body).toMatchObject({ onItsWay: 50 })
  expect(await changedBy(() => become('failed'))).toEqual(['funds'])
  expect((await call('GET', '/api/funds/balance')).body).toMatchObject({ onItsWay: 0 })
})

test('what happens at another business changes nothing here', async () => {
  const other = await createTrader(product)
  expect(await changedBy(() => addRequest(product.db, other, { state: 'sent' }))).toEqual([])
})
