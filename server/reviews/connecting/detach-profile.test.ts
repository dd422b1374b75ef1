import { expect, test } from 'vitest'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'
import { deactivateBusiness } from '../../flows/accounts/deactivate-account.ts'
import { asSystem } from '../../database/database.ts'

const product = useProduct()
const profile = () => product.sandbox.profile!

const connected = async (given: { email?: string } = {}): Promise<ProfileOwner> => {
  const owner = await createProfileOwner(product, given)
  profile().seed(owner.locationId, { comment: 'Soon gone.' })
  await owner.connect()
  await owner.read()
  expect(await owner.rows()).toHaveLength(1)
  return owner
}
const stateOf = async (owner: ProfileOwner) => (await owner.call('GET', '/api/reviews/status')).body['state']
const end = async ({ businessId }: ProfileOwner) => {
  const { id } = await product.db
    .selectFrom('profile_connections')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  return product.job('detach-profile', { businessId, connectionId: id })
}
const grantsOf = ({ email }: ProfileOwner) =>
  profile()
    .grants()
    .filter((one) => one.email === email)

test('detaching deletes every review at once, then ends notices, gives access back and deletes the token', async () => {
  const owner = await connected()
  const { account_id } = (await owner.connection())!
  expect(profile().notifications.has(String(account_id))).toBe(true)
  expect((await owner.call('POST', '/api/reviews/detach')).body).toMatchObject({ state: 'detaching' })
  expect(await owner.rows()).toEqual([])
  expect((await owner.call('POST', '/api/reviews/connect')).body).toMatchObject({ code: 'reviews-detaching' })
  await end(owner)
  expect(profile().notifications.has(String(account_id))).toBe(false)
  expect(grantsOf(owner)).toEqual([])
  expect(await owner.connection()).toBeUndefined()
  expect(await stateOf(owner)).toBe('disconnected')
  expect(await owner.connect()).toBe('connected')
})

test('what is read after she connects again is not new to her, as it is not at the first look', async () => {
  const owner = await connected()
  const page = async () => (await owner.call('GET', '/api/reviews')).body
  await owner.call('POST', '/api/reviews/seen', { readAt: (await page())['readAt'] })
  await owner.call('POST', '/api/reviews/detach')
  await end(owner)
  product.later(1_000)
  await owner.connect()
  await owner.call('POST', '/api/reviews/seen', { readAt: (await page())['readAt'] })
  await owner.read()
  expect(await page()).toMatchObject({ seenAt: null, figures: { count: 1, isNew: 0 } })
})

test('what the minute’s calls do not allow is given back later, with the notices', async () => {
  const owner = await connected()
  const { account_id } = (await owner.connection())!
  await owner.call('POST', '/api/reviews/detach')
  const spent = { points: 290, expire: product.now().getTime() + 60_000 }
  await product.db
    .insertInto('rate_limits')
    .values({ key: 'business-profile:notifications', ...spent })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(spent))
    .execute()
  await expect(end(owner)).rejects.toThrow('quota')
  expect(profile().notifications.has(String(account_id))).toBe(true)
  product.later(61_000)
  await end(owner)
  expect(profile().notifications.has(String(account_id))).toBe(false)
  expect(await owner.connection()).toBeUndefined()
})

test('a setting that another vendor made is neither taken nor ended', async () => {
  const owner = await createProfileOwner(product)
  const account = profile().location(owner.locationId).accountId
  profile().notifications.set(account, { topic: 'projects/other/topics/theirs', types: [] })
  await owner.connect()
  await owner.read()
  expect((await owner.connection())!['notifies']).toBe(false)
  await owner.call('POST', '/api/reviews/detach')
  await end(owner)
  expect(profile().notifications.get(account)).toMatchObject({ topic: 'projects/other/topics/theirs' })
})

test('where the same person lets us read another business, that one goes on', async () => {
  const first = await connected()
  const second = await connected({ email: first.email })
  await first.call('POST', '/api/reviews/detach')
  await end(first)
  expect(grantsOf(second).length).toBeGreaterThan(0)
  await second.read()
  expect(await stateOf(second)).toBe('connected')
})

test('before Google approves us it cannot be told whose a consent is, so none that may be the same person’s is ended', async () => {
  product.sandbox.faults.ask({ profileNotApproved: {} })
  const first = await createProfileOwner(product)
  const second = await createProfileOwner(product, { email: first.email })
  await first.connect()
  await second.connect()
  expect(await stateOf(second)).toBe('waiting-for-google')
  await first.call('POST', '/api/reviews/detach')
  await end(first)
  expect(await first.connection()).toBeUndefined()
  product.sandbox.faults.clear()
  await second.read()
  expect(await stateOf(second)).toBe('connected')
  await second.call('POST', '/api/reviews/detach')
  await end(second)
  expect(grantsOf(second)).toEqual([])
})

test('one that was kept before Google approved us is asked for its person when it ends', async () => {
  product.sandbox.faults.ask({ profileNotApproved: {} })
  const first = await createProfileOwner(product)
  await first.connect()
  product.sandbox.faults.clear()
  const second = await connected({ email: first.email })
  const third = await connected()
  await first.call('POST', '/api/reviews/detach')
  await end(first)
  expect(grantsOf(second).length).toBeGreaterThan(0)
  await second.read()
  expect(await stateOf(second)).toBe('connected')
  await third.call('POST', '/api/reviews/detach')
  await end(third)
  expect(grantsOf(third)).toEqual([])
})

test('an owner who chose her profile herself is known as the same person in her other business', async () => {
  const first = await createProfileOwner(product, { withLocation: false })
  const chosen = profile().addLocation({ email: first.email, title: 'Chosen', placeId: 'ChIJchosen' })
  product.sandbox.faults.ask({ profile429: { count: 1 } })
  await first.connect()
  expect(await first.connection()).toMatchObject({ state: 'choosing', google_sub: null })
  await first.call('PUT', '/api/reviews/location', { locationId: chosen.id })
  expect((await first.connection())!['google_sub']).not.toBeNull()
})

test('where Google does not answer it is asked again, and the token goes in the end all the same', async () => {
  const owner = await connected()
  await owner.call('POST', '/api/reviews/detach')
  product.sandbox.faults.ask({ profile5xx: {} })
  await expect(end(owner)).rejects.toThrow('Google answered 503')
  expect(await owner.connection()).toBeDefined()
  product.sandbox.faults.clear()
  await end(owner)
  expect(await owner.connection()).toBeUndefined()
})

test('a consent that the owner ended at Google is noticed, and detaches without a word from Google', async () => {
  const owner = await connected()
  profile().revoke(owner.email)
  await owner.read()
  expect(await stateOf(owner)).toBe('needs-reauth')
  expect((await owner.connection())!['next_read_at']).toBeNull()
  expect(await owner.connect()).toBe('connected')
  expect(await stateOf(owner)).toBe('connected')
  // The same person, the same location: what was read stays.
  expect(await owner.rows()).toHaveLength(1)
  profile().revoke(owner.email)
  await owner.call('POST', '/api/reviews/detach')
  await end(owner)
  expect(await owner.connection()).toBeUndefined()
})

test('an account that is deactivated is detached with it [4.15]', async () => {
  const owner = await connected()
  await asSystem(product.db, (trx) => deactivateBusiness(trx, owner.businessId, product.now()))
  expect(await owner.rows()).toEqual([])
  expect((await owner.connection())!['state']).toBe('detaching')
})

test('what is read while the owner detaches is not kept', async () => {
  const owner = await createProfileOwner(product)
  for (let index = 0; index < 5; index += 1) profile().seed(owner.locationId, {})
  await owner.connect()
  product.sandbox.faults.ask({ profileSlow: { ms: 150 } })
  const reading = owner.read()
  await owner.call('POST', '/api/reviews/detach')
  await reading
  expect(await owner.rows()).toEqual([])
})
