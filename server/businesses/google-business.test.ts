import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'
import { asBusiness } from '../database/database.ts'
import { checkPlace } from './check-place.ts'
import { setReviewUrl } from './google-business.ts'

const side = useAccountSide()
let owner: PersonAtBrowser
let places: string[]
let people = 0

beforeEach(async () => {
  people += 1
  owner = side.person()
  await owner.signIn(`owner${people}@raman.example`)
  const { body } = await owner.api('GET', '/api/places?query=kettle')
  places = (body['places'] as { placeId: string }[]).map(({ placeId }) => placeId)
  await owner.api('PUT', '/api/onboarding/business', { placeId: places[0] })
})

const status = async () => (await owner.api('GET', '/api/google/status')).body
const put = (body: object) => owner.api('PUT', '/api/google/business', body)
const businessIdOf = async () => {
  const { business_id } = await side.parts.db
    .selectFrom('users')
    .select('business_id')
    .where('email', '=', `owner${people}@raman.example`)
    .executeTakeFirstOrThrow()
  return business_id!
}
const reviewUrl = (placeId = places[0]!) => `https://search.google.com/local/writereview?placeid=${placeId}`

test('whoever has chosen nothing yet is not connected to Google', async () => {
  const newcomer = side.person()
  await newcomer.signIn(`newcomer${people}@raman.example`)
  expect((await newcomer.api('GET', '/api/google/status')).body).toEqual({
    status: 'disconnected',
    lastSync: null,
    businessInfo: null,
    message: null,
  })
  const answer = await newcomer.api('PUT', '/api/google/business', { placeId: places[0] })
  expect(answer.body).toMatchObject({ status: 409, code: 'no-business' })
})

test('the connection to Google has its state, when Google last knew the place, and the business [3.5]', async () => {
  const connected = {
    status: 'connected',
    businessInfo: {
      name: expect.stringContaining('Kettle') as string,
      address: expect.any(String) as string,
      placeId: places[0],
      reviewUrl: reviewUrl(),
      isOwnReviewUrl: false,
    },
    message: null,
  }
  const { db } = side.parts
  const businessId = await businessIdOf()
  const lastSync = new Date('2026-11-20T03:00:00Z')
  await checkPlace({ db, places: side.parts.places }, businessId, lastSync)
  expect(await status()).toEqual({ ...connected, lastSync: lastSync.toISOString() })

  side.sandbox.places!.vanish(places[0]!)
  await checkPlace({ db, places: side.parts.places }, businessId, lastSync)
  side.sandbox.places!.reset()
  expect(await status()).toMatchObject({ status: 'error', message: expect.any(String) as string })
})

test('an owner may paste a link of their own, and go back to the one of the place', async () => {
  const own = 'https://g.page/r/CabcDEF123/review'
  const details = () => side.sandbox.places!.bill().details.enterprise
  const before = details()
  expect((await put({ placeId: places[0], reviewUrl: own })).body).toMatchObject({
    status: 'connected',
    businessInfo: { reviewUrl: own, isOwnReviewUrl: true },
  })
  expect((await owner.api('GET', '/api/auth/me')).body).toMatchObject({ user: { googleReviewUrl: own } })
  expect((await put({ placeId: places[0] })).body).toMatchObject({
    businessInfo: { reviewUrl: reviewUrl(), isOwnReviewUrl: false },
  })
  expect(details()).toBe(before)
})

test.each([
  'https://evil.test/r/abc',
  'https://g.page.evil.test/r/abc/review',
  'https://www.google.com/url?q=https://evil.test',
  'https://g.page@evil.test/r/abc/review',
  'javascript:alert(1)',
  'http://g.page/r/abc/review',
])('a link that leads elsewhere is refused: %s', async (link) => {
  const answer = await put({ placeId: places[0], reviewUrl: link })
  const message = link.startsWith('https:')
    ? 'The link must lead to your business on Google, such as https://g.page/r/…/review.'
    : 'The link must begin with https://.'
  expect(answer.body).toMatchObject({ status: 422, fields: [{ path: 'reviewUrl', message }] })
  expect(answer.body['detail']).not.toMatch(/reviewUrl|must/)
  expect(await status()).toMatchObject({ businessInfo: { reviewUrl: reviewUrl() } })
})

test('choosing another place takes its link and asks Google once', async () => {
  const own = 'https://g.page/r/CabcDEF123/review'
  await put({ placeId: places[0], reviewUrl: own })
  expect((await put({ placeId: places[1] })).body).toMatchObject({
    businessInfo: { placeId: places[1], reviewUrl: reviewUrl(places[1]) },
  })
})

test('the letters of a search that ends with another place cost nothing', async () => {
  const billed = () => side.sandbox.places!.bill().autocomplete.billed
  const before = billed()
  const sessionToken = crypto.randomUUID()
  await owner.api('GET', `/api/places?query=kettle&sessionToken=${sessionToken}`)
  expect((await put({ placeId: places[1], sessionToken })).status).toBe(200)
  expect(billed()).toBe(before)
})

test('a link given for a place is not set once another tab has chosen another place', async () => {
  const given = { placeId: places[0]!, reviewUrl: 'https://g.page/r/CabcDEF123/review' }
  const businessId = await businessIdOf()
  await put({ placeId: places[1] })
  await asBusiness(side.parts.db, businessId, (trx) => setReviewUrl(trx, businessId, given))
  expect(await status()).toMatchObject({
    businessInfo: { placeId: places[1], reviewUrl: reviewUrl(places[1]), isOwnReviewUrl: false },
  })
})
