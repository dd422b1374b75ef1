import { expect, test } from 'vitest'
import { createProfileOwner } from '../../../test/support/profile-owner.ts'
import { DEMO_REFRESH_TOKEN } from '../../../sandbox/business-profile/demo-profile.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'
import { sealProfileToken } from './seal-profile-token.ts'

const product = useProduct()
const HOUR_MS = 3_600_000

const profile = () => product.sandbox.profile!
const statusOf = async (owner: { call: (method: 'GET', path: string) => Promise<{ body: unknown }> }) =>
  (await owner.call('GET', '/api/reviews/status')).body as Record<string, unknown>

test('an owner agrees, her location is found by its place, and her reviews are read', async () => {
  const owner = await createProfileOwner(product)
  profile().seed(owner.locationId, { name: 'Moana K', comment: 'Tidy work.' })
  profile().seed(owner.locationId, { name: null, stars: 2 })
  expect(await owner.connect()).toBe('connected')
  expect(await statusOf(owner)).toMatchObject({ state: 'connected', location: { isSamePlace: true } })
  await owner.read()
  const { body } = await owner.call('GET', '/api/reviews')
  expect(body['reviews']).toHaveLength(2)
  expect(await statusOf(owner)).toMatchObject({ totals: { reviews: 2, average: 3.5 } })
  expect(await owner.connection()).toMatchObject({ notifies: true, google_sub: expect.any(String) as string })
})

test('only what is asked for is asked: one scope, offline, and nothing of what was granted before', async () => {
  const owner = await createProfileOwner(product)
  const { body } = await owner.call('POST', '/api/reviews/connect', {})
  const query = new URL(String(body['authorizationUrl'])).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    scope: 'https://www.googleapis.com/auth/business.manage',
    access_type: 'offline',
    prompt: 'select_account consent',
    code_challenge_method: 'S256',
  })
  for (const absent of ['include_granted_scopes', 'login_hint']) expect(query.has(absent)).toBe(false)
})

test('where she cancels, or leaves the box empty, nothing is kept', async () => {
  const owner = await createProfileOwner(product)
  expect(await owner.connect({ decision: 'cancel' })).toBe('declined')
  expect(await owner.connect({ scope: '' })).toBe('not-granted')
  product.sandbox.faults.ask({ profileNoRefreshToken: { count: 1 } })
  expect(await owner.connect()).toBe('failed')
  expect(await owner.connection()).toBeUndefined()
})

test('a consent is good once, in the browser that began it, and for twenty minutes', async () => {
  const owner = await createProfileOwner(product)
  const begin = async () => {
    const { body } = await owner.browser.call('POST', `${product.url}/api/reviews/connect`, {})
    return new URL(String(body['authorizationUrl'])).searchParams.get('state')
  }
  const comeBack = async (state: string | null, browser = owner.browser) =>
    new URL((await browser.open(`${product.url}/api/reviews/callback?state=${state}&code=x`)).url).search
  const other = await createProfileOwner(product)
  expect(await comeBack(await begin(), other.browser)).toContain('reviews=not-begun')
  expect(await comeBack('made-up')).toContain('reviews=not-begun')
  const state = await begin()
  expect(await comeBack(state)).toContain('reviews=failed')
  expect(await comeBack(state)).toContain('reviews=not-begun')
  const late = await begin()
  product.later(21 * 60_000)
  expect(await comeBack(late)).toContain('reviews=not-begun')
})

test('where no location is her place she chooses one, and no other is ever taken by itself', async () => {
  const owner = await createProfileOwner(product, { withLocation: false })
  const [first, second] = ['First', 'Second'].map((title) =>
    profile().addLocation({ email: owner.email, title, placeId: `ChIJ${title}${owner.businessId}` }),
  )
  const grouped = profile().addLocation({
    email: owner.email,
    title: 'In a group',
    placeId: `ChIJgroup${owner.businessId}`,
    accountId: '55512',
  })
  expect(await owner.connect()).toBe('connected')
  expect(await statusOf(owner)).toMatchObject({ state: 'choosing', location: null })
  await product.tick()
  expect(await owner.rows()).toEqual([])
  const { body } = await owner.call('GET', '/api/reviews/locations')
  expect(body['locations']).toMatchObject([
    { locationId: first!.id, isSamePlace: false },
    { locationId: second!.id },
    { locationId: grouped.id },
  ])
  profile().seed(grouped.id, { comment: 'Of the group' })
  const choose = (locationId: string) => owner.call('PUT', '/api/reviews/location', { locationId })
  expect((await choose('999')).body).toMatchObject({ code: 'location-not-found' })
  expect((await choose(grouped.id)).body).toMatchObject({
    state: 'connected',
    location: { isSamePlace: false },
  })
  await owner.read()
  expect(await owner.rows()).toMatchObject([{ comment: 'Of the group' }])
  // Another one takes what was read of the first along, and what was written of it until now is not new either.
  product.later(86_400_000)
  const chosenAt = product.now()
  await choose(second!.id)
  expect(await owner.rows()).toEqual([])
  expect(Number((await owner.connection())!['granted_at'])).toBeGreaterThanOrEqual(Number(chosenAt))
})

test('a place that the owner changes does not switch the location', async () => {
  const owner = await createProfileOwner(product)
  await owner.connect()
  await product.db
    .updateTable('businesses')
    .set({ place_id: 'ChIJelsewhere0' })
    .where('id', '=', owner.businessId)
    .execute()
  await owner.read()
  expect(await statusOf(owner)).toMatchObject({ state: 'connected', location: { isSamePlace: false } })
  expect((await owner.connection())!['location_id']).toBe(owner.locationId)
})

test('before Google approves the project it says so, once and calmly, and goes on by itself afterwards', async () => {
  const owner = await createProfileOwner(product)
  profile().seed(owner.locationId, { comment: 'Patience.' })
  product.sandbox.faults.ask({ profileNotApproved: {} })
  expect(await owner.connect()).toBe('connected')
  expect(await statusOf(owner)).toMatchObject({ state: 'waiting-for-google' })
  await product.work(`reviews:${owner.businessId}`)
  const { state, next_read_at } = (await owner.connection())!
  expect(state).toBe('waiting_for_google')
  expect((next_read_at as Date).getTime() - product.now().getTime()).toBeGreaterThan(11 * HOUR_MS)
  product.sandbox.faults.clear()
  await owner.read()
  expect(await statusOf(owner)).toMatchObject({ state: 'connected' })
  await owner.read()
  expect(await owner.rows()).toMatchObject([{ comment: 'Patience.' }])
})

test('while Google refuses us a text goes as ever, and the owner is told of it nowhere else', async () => {
  product.sandbox.faults.ask({ profileNotApproved: {} })
  const trader = await createTrader(product)
  await product.db
    .insertInto('profile_connections')
    .values({
      business_id: trader.businessId,
      refresh_token: sealProfileToken(product.parts.sealer, trader.businessId, DEMO_REFRESH_TOKEN),
      granted_at: product.now(),
      state: 'waiting_for_google',
      state_since: product.now(),
      next_read_at: product.now(),
    })
    .execute()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(trader.customer())] }])
  await trader.sync()
  await product.work(`reviews:${trader.businessId}`)
  product.later(60 * 60_000)
  await product.tick()
  const { state, sent_at } = await product.db
    .selectFrom('review_requests')
    .select(['state', 'sent_at'])
    .where('business_id', '=', trader.businessId)
    .executeTakeFirstOrThrow()
  expect([state, sent_at === null]).toEqual(['sent', false])
  const { call } = await signInTo(product, trader.businessId)
  expect(await statusOf({ call })).toMatchObject({ state: 'waiting-for-google' })
  const notices = await product.db
    .selectFrom('owner_notices')
    .selectAll()
    .where('business_id', '=', trader.businessId)
    .execute()
  expect(notices.filter((one) => JSON.stringify(one).includes('review'))).toEqual([])
  product.sandbox.faults.clear()
})
