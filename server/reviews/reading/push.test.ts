import { beforeAll, expect, test } from 'vitest'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'
import type { PushOptions } from '../../../sandbox/business-profile/profile-push.ts'

const product = useProduct()
const profile = () => product.sandbox.profile!
let owner: ProfileOwner

beforeAll(async () => {
  owner = await createProfileOwner(product)
  await owner.connect()
  await owner.read()
})

const post = async (body: unknown, token?: string) => {
  const { status } = await fetch(`${product.url}/webhooks/google-reviews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return status
}
const bodyOf = (options?: PushOptions, location = profile().location(owner.locationId)) =>
  profile().pushBody(location, { id: 'AbX' }, options)
const isDue = async () => ((await owner.connection())!['next_read_at'] as Date) <= product.now()

test('a notice of ours makes the reviews be read at once, and what it says is not believed', async () => {
  expect(await isDue()).toBe(false)
  profile().seed(owner.locationId, { comment: 'Quick.' })
  expect(await post(bodyOf(), await profile().sign())).toBe(204)
  expect(await isDue()).toBe(true)
  await product.tick()
  expect(await owner.rows()).toMatchObject([{ comment: 'Quick.' }])
})

test.each(['location_name', 'locationName', 'review_name', 'reviewName', 'attributes'] as const)(
  'a notice that spells it %s is understood, and the same one again does no harm',
  async (spelling) => {
    await owner.read()
    const token = await profile().sign()
    expect(await post(bodyOf({ spelling, messageId: '1' }), token)).toBe(204)
    expect(await post(bodyOf({ spelling, messageId: '1' }), token)).toBe(204)
    expect(await isDue()).toBe(true)
  },
)

test('a notice that comes twice, at once or late, makes one review of one, found once and new once', async () => {
  await owner.read()
  const before = new Set((await owner.rows()).map(({ review_id }) => review_id))
  profile().seed(owner.locationId, { comment: 'Only once.' })
  const [body, token] = [bodyOf({ messageId: '77' }), await profile().sign()]
  const asked = () => profile().calls.get('mybusiness.googleapis.com') ?? 0
  const seen = async () => {
    const { body: page } = await owner.call('GET', '/api/reviews')
    return (page['reviews'] as { id: string; foundAt: string }[]).filter(({ id }) => !before.has(id))
  }
  const calls = asked()
  expect([await post(body, token), await post(body, token)]).toEqual([204, 204])
  await product.tick()
  // Both are one reason to read.
  expect(asked()).toBe(calls + 1)
  const first = await seen()
  expect(first).toHaveLength(1)
  await owner.call('POST', '/api/reviews/seen', { readAt: product.now().toISOString() })
  product.later(60_000)
  expect(await post(body, await profile().sign())).toBe(204)
  await product.tick()
  expect(asked()).toBe(calls + 2)
  expect(await seen()).toEqual(first)
  expect((await owner.call('GET', '/api/reviews')).body['figures']).toMatchObject({ isNew: 0 })
})

test('whoever cannot prove who they are is turned away before a word is read', async () => {
  await owner.read()
  const tried: [PushOptions | string | undefined, number][] = [
    [undefined, 401],
    ['not-a-token', 401],
    ['eyJhbGciOiJub25lIn0.e30.', 401],
    [{ expiresInSeconds: -3_600 }, 401],
    [{ audience: 'another' }, 403],
    [{ email: 'stranger@another-project.example' }, 403],
    [{ isVerified: false }, 403],
    [{ issuer: 'https://issuer.example' }, 403],
  ]
  for (const [token, answer] of tried) {
    const signed = typeof token === 'object' ? await profile().sign(token) : token
    expect([token, await post(bodyOf(), signed)]).toEqual([token, answer])
    expect([token, await post('{not json', signed)]).toEqual([token, answer])
  }
  expect(await isDue()).toBe(false)
})

test('a token whose text was changed is no token', async () => {
  const [head, , signature] = (await profile().sign({ email: 'x@y.example' })).split('.')
  const [, claims] = (await profile().sign()).split('.')
  expect(await post(bodyOf(), `${head}.${claims}.${signature}`)).toBe(401)
})

test('a location that we do not know, or what cannot be read, is acknowledged', async () => {
  const token = await profile().sign()
  expect(await post(bodyOf({}, { ...profile().location(owner.locationId), id: '1' }), token)).toBe(200)
  expect(await post('{not json', token)).toBe(200)
  expect(await post({ message: { data: '!!!' } }, token)).toBe(200)
})
