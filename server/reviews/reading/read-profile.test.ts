import { expect, test } from 'vitest'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'
import { takeProfileCall, NoCallsLeft } from './take-call.ts'

const product = useProduct()
const profile = () => product.sandbox.profile!
const faults = {
  ask: (wanted: Parameters<typeof product.sandbox.faults.ask>[0]) => product.sandbox.faults.ask(wanted),
}
const HOUR_MS = 3_600_000

const connected = async (reviews: number): Promise<ProfileOwner> => {
  const owner = await createProfileOwner(product)
  for (let index = 0; index < reviews; index += 1)
    profile().seed(owner.locationId, {
      id: `Ab${String(index).padStart(4, '0')}`,
      comment: `Review ${index}`,
      at: new Date(product.now().getTime() - (index + 1) * HOUR_MS),
    })
  await owner.connect()
  await owner.read()
  return owner
}
const idsOf = async (owner: ProfileOwner) => (await owner.rows()).map(({ review_id }) => review_id)
const calls = () => profile().calls.get('mybusiness.googleapis.com') ?? 0
const stateOf = async (owner: ProfileOwner) => (await owner.call('GET', '/api/reviews/status')).body['state']

test('a look takes one call where little is new, and follows what changed', async () => {
  const owner = await connected(130)
  expect(await idsOf(owner)).toHaveLength(130)
  const before = calls()
  await profile().write(owner.locationId, { id: 'Abnew', comment: 'Fresh.' })
  await profile().change(owner.locationId, 'Ab0120', { comment: 'I thought again.' })
  await owner.read()
  expect(calls() - before).toBe(1)
  const rows = await owner.rows()
  expect(rows).toHaveLength(131)
  expect(rows.find(({ review_id }) => review_id === 'Ab0120')).toMatchObject({ comment: 'I thought again.' })
})

test('what was read twice is one review, with the words of the last', async () => {
  const owner = await connected(60)
  faults.ask({ profileShortPage: { count: 2 }, profileEmptyPage: { count: 1 } })
  for (let index = 0; index < 60; index += 1)
    await profile().change(owner.locationId, `Ab${String(index).padStart(4, '0')}`, { stars: 4 })
  await owner.read()
  await owner.read()
  expect(await idsOf(owner)).toHaveLength(60)
})

test('a review is gone once two whole listings in a row did not name it, and not before', async () => {
  const owner = await connected(120)
  profile().remove(owner.locationId, 'Ab0077')
  await owner.read()
  expect(await idsOf(owner)).toContain('Ab0077')
  // Google counts one less than we have: everything is listed, and once more six hours later.
  product.later(6 * HOUR_MS)
  await owner.read()
  expect((await owner.rows()).find(({ review_id }) => review_id === 'Ab0077')!.missing_since).not.toBeNull()
  product.later(6 * HOUR_MS)
  await owner.read()
  expect(await idsOf(owner)).not.toContain('Ab0077')
  expect(await idsOf(owner)).toHaveLength(119)
})

test('a page that Google leaves out takes nothing away, however often', async () => {
  const owner = await connected(160)
  faults.ask({ profileMissingPage: {} })
  for (let round = 0; round < 4; round += 1) {
    product.later(8 * 24 * HOUR_MS)
    await owner.read()
  }
  expect(await idsOf(owner)).toHaveLength(160)
  expect((await owner.rows()).filter(({ missing_since }) => missing_since)).toEqual([])
})

test('a listing that is interrupted goes on where it was', async () => {
  const owner = await connected(300)
  product.later(8 * 24 * HOUR_MS)
  const before = calls()
  // The minute has four calls left for reviews.
  for (let call = 0; call < 236; call += 1)
    await takeProfileCall(product.db, 'reviews', { now: product.now(), by: 'reading' })
  await product.work(`reviews:${owner.businessId}`)
  expect(calls() - before).toBe(4)
  expect((await owner.connection())!['full_page_token']).not.toBeNull()
  await owner.read()
  expect(calls() - before).toBe(6)
  expect(await owner.connection()).toMatchObject({ full_was_whole: true, full_page_token: null })
})

test('a 404 that comes and goes is waited out for two hours; after that it says so, and recovers by itself', async () => {
  const owner = await connected(3)
  faults.ask({ profileHtml404: { count: 1 }, profile404: { count: 1 } })
  await owner.read()
  await owner.read()
  expect(await stateOf(owner)).toBe('connected')
  await owner.read()
  expect((await owner.connection())!['refused_since']).toBeNull()
  faults.ask({ profile403: {} })
  for (let round = 0; round < 10; round += 1) await owner.read()
  expect(await stateOf(owner)).toBe('unreachable')
  expect(await idsOf(owner)).toHaveLength(3)
  product.sandbox.faults.clear()
  await owner.read()
  expect(await stateOf(owner)).toBe('connected')
})

test('what Google refuses for being busy, or for being in trouble, is asked again soon', async () => {
  const owner = await connected(3)
  for (const trouble of ['profile429', 'profile5xx'] as const) {
    faults.ask({ [trouble]: { count: 1 } })
    const asked = calls()
    await owner.read()
    const { state, next_read_at } = (await owner.connection())!
    expect(state).toBe('connected')
    expect((next_read_at as Date).getTime() - product.now().getTime()).toBeLessThan(7 * 60_000)
    await owner.read()
    expect(calls()).toBeGreaterThan(asked)
  }
})

test('all businesses share one minute of calls, and who finds none comes back when there are', async () => {
  const owner = await connected(3)
  const take = () => takeProfileCall(product.db, 'reviews', { now: product.now(), by: 'reading' })
  product.later(2 * HOUR_MS)
  const before = calls()
  await expect(
    (async () => {
      for (let call = 0; call < 300; call += 1) await take()
    })(),
  ).rejects.toThrow(NoCallsLeft)
  await product.work(`reviews:${owner.businessId}`)
  expect(calls()).toBe(before)
  const { next_read_at } = (await owner.connection())!
  expect((next_read_at as Date).getTime()).toBeGreaterThan(product.now().getTime())
  await owner.read()
  expect(calls()).toBe(before + 1)
})

test('a location that Google has not verified says so', async () => {
  const owner = await connected(1)
  profile().verify(owner.locationId, false)
  product.later(8 * 24 * HOUR_MS)
  await owner.read()
  expect((await owner.call('GET', '/api/reviews/status')).body).toMatchObject({
    message: expect.stringContaining('not verified') as string,
  })
})
