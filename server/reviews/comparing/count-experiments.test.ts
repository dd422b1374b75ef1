import { beforeEach, expect, test } from 'vitest'
import type { ExperimentsResponse } from '../../../contracts/experiments.ts'
import { useProduct } from '../../../test/support/product.ts'
import { addProfile } from '../../../test/support/reviews.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import type { ProfileConnectionState } from '../../database/tables/reviews.ts'
import { DAY_MS } from '../../platform/dates.ts'

const product = useProduct({ settings: { REVIEWS: 'on' } })
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const list = async () => (await call('GET', '/api/experiments')).body as ExperimentsResponse
const start = () => call('POST', '/api/experiments', { kind: 'hold-out', weeks: 26 })
const connect = () =>
  addProfile(product.db, trader.businessId, product.now(), { full_read_at: product.now() })
/** All its moments from one reading of the clock: the next may be a millisecond later, past the 30 days. */
const reviewBy = (name: string, days: number) => {
  const now = product.now()
  return product.db
    .insertInto('google_reviews')
    .values({
      business_id: trader.businessId,
      review_id: crypto.randomUUID(),
      reviewer_name: name,
      is_anonymous: false,
      written_at: new Date(now.getTime() + days * DAY_MS),
      changed_at: now,
      found_at: now,
      fetched_at: now,
      expires_at: new Date(now.getTime() + 30 * DAY_MS),
    })
    .execute()
}

test('a hold-out begins once the reviews are connected and were all listed', async () => {
  expect(await start()).toMatchObject({ status: 409, body: { code: 'reviews-not-connected' } })
  await connect()
  expect((await list()).plans[0]).toMatchObject({ kind: 'hold-out', whyNot: null })
  const { body } = await start()
  expect((body as ExperimentsResponse).experiments[0]).toMatchObject({
    kind: 'hold-out',
    percentB: 10,
    counted: 'reviewed',
    a: { customers: 0, came: 0 },
  })
})

test('its reviews are counted when they are shown, and after a detach nobody knows', async () => {
  await connect()
  await start()
  const invoices = ['Moana', 'Ari', 'Zoe'].map((name) => trader.paid(trader.customer(undefined, name)))
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  await reviewBy('Moana G', 2)
  await reviewBy('Ari Green', 22)
  await reviewBy('Somebody Else', 2)
  const [one] = (await list()).experiments
  expect(one!.a.customers + one!.b.customers).toBe(3)
  expect(one!.a.came! + one!.b.came!).toBe(1)
  expect(one).toMatchObject({ state: 'running', judgement: null })

  await product.db.deleteFrom('google_reviews').where('business_id', '=', trader.businessId).execute()
  await product.db.deleteFrom('profile_connections').where('business_id', '=', trader.businessId).execute()
  const [after] = (await list()).experiments
  expect([after!.a.came, after!.b.came]).toEqual([null, null])
})

test('trouble with Google that passes ends no comparison while all the reviews are kept, but starts none', async () => {
  await connect()
  await start()
  const set = (columns: { full_read_at: Date } | { state: ProfileConnectionState }) =>
    product.db
      .updateTable('profile_connections')
      .set(columns)
      .where('business_id', '=', trader.businessId)
      .execute()
  for (const state of ['unreachable', 'needs_reauth', 'waiting_for_google'] as const) {
    await set({ state })
    const { experiments, plans } = await list()
    expect(experiments[0]).toMatchObject({ a: { came: 0 }, b: { came: 0 } })
    expect(plans[0]!.whyNot).toMatch(/reviews must be connected/)
  }
  await set({ full_read_at: new Date(product.now().getTime() - 29 * DAY_MS) })
  expect((await list()).experiments[0]).toMatchObject({ a: { came: null }, b: { came: null } })
  await set({ full_read_at: product.now() })
  expect((await list()).experiments[0]).toMatchObject({ a: { came: 0 }, b: { came: 0 } })
  await set({ state: 'detaching' })
  expect((await list()).experiments[0]).toMatchObject({ a: { came: null }, b: { came: null } })
})

test('a listing from before the last customer’s days were over judges nothing', async () => {
  await connect()
  await start()
  const judged = new Date((await list()).experiments[0]!.judgedAt)
  product.later(judged.getTime() - product.now().getTime())
  ;({ call } = await signInTo(product, trader.businessId))
  const readAt = (full_read_at: Date) =>
    product.db
      .updateTable('profile_connections')
      .set({ full_read_at })
      .where('business_id', '=', trader.businessId)
      .execute()
  await readAt(new Date(judged.getTime() - 8 * DAY_MS))
  expect((await list()).experiments[0]).toMatchObject({ state: 'judged', a: { came: null } })
  await readAt(new Date(judged.getTime() - 6 * DAY_MS))
  expect((await list()).experiments[0]).toMatchObject({ state: 'judged', a: { came: 0 } })
})

test('of two delays the links judge, and the reviews of each side stand beside them', async () => {
  await connect()
  const { delayMinutes } = await list()
  await call('POST', '/api/experiments', { kind: 'delays', weeks: 8, delayMinutes: delayMinutes + 1440 })
  const invoices = ['Moana', 'Ari', 'Zoe'].map((name) => trader.paid(trader.customer(undefined, name)))
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  await reviewBy('Zoe Green', 3)
  const [one] = (await list()).experiments
  expect(one).toMatchObject({ counted: 'opened', a: { came: 0 }, b: { came: 0 } })
  expect(one!.a.reviewed! + one!.b.reviewed!).toBe(1)
  await product.db.deleteFrom('profile_connections').where('business_id', '=', trader.businessId).execute()
  expect((await list()).experiments[0]).toMatchObject({ a: { reviewed: null }, b: { reviewed: null } })
})

test('of several comparisons each is counted with its own customers, however many reviews there are', async () => {
  await connect()
  const { delayMinutes } = await list()
  const compare = (more: number) =>
    call('POST', '/api/experiments', { kind: 'delays', weeks: 8, delayMinutes: delayMinutes + more })
  const enter = async (names: string[]) => {
    const invoices = names.map((name) => trader.paid(trader.customer(undefined, name)))
    await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
    await trader.sync()
  }
  await compare(1440)
  await enter(['Moana', 'Ari'])
  await call('POST', `/api/experiments/${(await list()).experiments[0]!.id}/stop`, {})
  await compare(2880)
  await enter(['Zoe', 'Hemi', 'Kim'])
  for (let other = 0; other < 100; other += 1) await reviewBy('Somebody Else', 3)
  for (const name of ['Moana Green', 'Zoe Green', 'Jim Green']) await reviewBy(name, 4)
  const { experiments } = await list()
  const counted = experiments.map(({ a, b }) => [a.customers + b.customers, a.reviewed! + b.reviewed!])
  expect(counted).toEqual([
    [3, 2],
    [2, 1],
  ])
})
