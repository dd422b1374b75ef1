import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'
import { xeroOf } from '../../test/support/owner.ts'
import { chooseBusiness } from './choose-business.ts'

const side = useAccountSide()
let person: PersonAtBrowser
let people = 0

beforeEach(async () => {
  people += 1
  person = side.person()
  await person.signIn(`person${people}@raman.example`)
})

type Found = { placeId: string; name: string; address: string; reviewUrl: string }
const search = async (query: string, session = '') => {
  const answer = await person.api('GET', `/api/places?query=${encodeURIComponent(query)}${session}`)
  expect(answer.status).toBe(200)
  return answer.body['places'] as Found[]
}
const choose = (placeId: string, more = {}) =>
  person.api('PUT', '/api/onboarding/business', { placeId, ...more })

test('from nothing to live: search, choose, connect, complete [1.2] [3.1]', async () => {
  const [found] = await search('whitlock elec')
  const { user: before } = (await person.api('GET', '/api/auth/me')).body as { user: { id: string } }
  expect(found).toEqual({
    placeId: expect.stringMatching(/^[\w-]+$/) as string,
    name: 'Whitlock Electrical',
    address: expect.stringContaining('Fremantle') as string,
    rating: null,
    userRatingsTotal: null,
    reviewUrl: `https://search.google.com/local/writereview?placeid=${found!.placeId}`,
  })
  const chosen = await choose(found!.placeId)
  expect(chosen.body).toMatchObject({
    place: { placeId: found!.placeId, rating: 4.8, userRatingsTotal: 63 },
    user: {
      businessName: 'Whitlock Electrical',
      googleReviewUrl: found!.reviewUrl,
      isOnboardingComplete: false,
    },
  })
  expect((await person.api('POST', '/api/onboarding/complete')).body).toMatchObject({
    status: 409,
    code: 'xero-not-connected',
  })

  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Whitlock Electrical' })
  expect((await xeroOf(person).connectXero(tenantId)).searchParams.get('xero')).toBe('success')
  const done = await person.api('POST', '/api/onboarding/complete')
  expect(done.body).toMatchObject({ user: { isOnboardingComplete: true } })
  const again = await person.api('POST', '/api/onboarding/complete')
  expect(again.body).toEqual(done.body)
  const me = await person.api('GET', '/api/auth/me')
  expect(me.body).toEqual({
    user: {
      id: before.id,
      name: expect.any(String) as string,
      email: `person${people}@raman.example`,
      businessName: 'Whitlock Electrical',
      googleReviewUrl: found!.reviewUrl,
      isOnboardingComplete: true,
    },
  })
  expect((await person.signIn(`person${people}@raman.example`)).body).toEqual(me.body)

  const businesses = await side.parts.db
    .selectFrom('businesses')
    .select(['automation_enabled', 'country', 'currency'])
    .where('name', '=', 'Whitlock Electrical')
    .execute()
  expect(businesses).toEqual([{ automation_enabled: true, country: 'AU', currency: 'AUD' }])
})

test('a place has its fields; its stars come with the choice, because Google’s search has none [3.2]', async () => {
  const [found] = await search('whitlock elec')
  const place = {
    placeId: found!.placeId,
    name: 'Whitlock Electrical',
    address: expect.stringContaining('14 Harbour St, Fremantle WA') as string,
    reviewUrl: `https://search.google.com/local/writereview?placeid=${found!.placeId}`,
  }
  expect(found).toEqual({ ...place, rating: null, userRatingsTotal: null })
  const { body } = await person.api('GET', `/api/places/${found!.placeId}`)
  expect(body).toEqual({ place: { ...place, rating: 4.8, userRatingsTotal: 63 } })
  expect((await choose(found!.placeId)).body['place']).toEqual(body['place'])
})

test('onboarding continues at the step where it was left, in another browser too', async () => {
  const [found] = await search('kettle')
  await choose(found!.placeId)
  const phone = side.person()
  const { body } = await phone.signIn(`person${people}@raman.example`)
  expect(body).toMatchObject({
    user: { businessName: 'Kettle & Key Locksmiths', isOnboardingComplete: false },
  })
  expect((await phone.api('GET', '/api/google/status')).body).toMatchObject({
    status: 'connected',
    businessInfo: { placeId: found!.placeId, name: 'Kettle & Key Locksmiths' },
  })
})

test('choosing another business changes the one there is, also when the button is hit twice', async () => {
  const [first, second] = await search('kettle')
  const before = await countBusinesses()
  await Promise.all([choose(first!.placeId), choose(first!.placeId)])
  await choose(second!.placeId)
  const { db } = side.parts
  const { business_id } = await db
    .selectFrom('users')
    .select('business_id')
    .where('email', '=', `person${people}@raman.example`)
    .executeTakeFirstOrThrow()
  const mine = await db.selectFrom('businesses').select('place_id').where('id', '=', business_id!).execute()
  expect(mine).toEqual([{ place_id: second!.placeId }])
  expect(await countBusinesses()).toBe(before + 1)
})

test('nothing is complete before a business is chosen', async () => {
  expect((await person.api('POST', '/api/onboarding/complete')).body).toMatchObject({
    status: 409,
    code: 'no-business',
  })
})

test('once she is live, what an old tab of the onboarding chooses changes nothing', async () => {
  const [first, second] = await search('kettle')
  await choose(first!.placeId)
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Kettle & Key' })
  await xeroOf(person).connectXero(tenantId)
  await person.api('POST', '/api/onboarding/complete')
  expect((await choose(second!.placeId)).body).toMatchObject({ status: 409, code: 'already-live' })
  expect((await choose(first!.placeId)).status).toBe(200)
  expect((await person.api('GET', '/api/google/status')).body).toMatchObject({
    businessInfo: { placeId: first!.placeId },
  })
})

test('she does not go live with a business other than the one that her screen shows', async () => {
  const [first, second] = await search('kettle')
  const shown = (await choose(first!.placeId)).body['user'] as { googleReviewUrl: string }
  await choose(second!.placeId)
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Kettle & Key' })
  await xeroOf(person).connectXero(tenantId)
  const complete = (googleReviewUrl: string) =>
    person.api('POST', '/api/onboarding/complete', { googleReviewUrl })
  expect((await complete(shown.googleReviewUrl)).body).toMatchObject({
    status: 409,
    code: 'changed-meanwhile',
  })
  const { user } = (await person.api('GET', '/api/auth/me')).body as {
    user: { googleReviewUrl: string; isOnboardingComplete: boolean }
  }
  expect(user.isOnboardingComplete).toBe(false)
  expect((await complete(user.googleReviewUrl)).body).toMatchObject({ user: { isOnboardingComplete: true } })
})

test('one letter starts no search, and a search without a result returns an empty list', async () => {
  const before = side.sandbox.places!.bill()
  expect(await search('w')).toEqual([])
  expect(await search(' w ')).toEqual([])
  expect(side.sandbox.places!.bill()).toEqual(before)
  expect(await search('zzzzzzzz')).toEqual([])
  expect((await person.api('GET', '/api/places')).body).toMatchObject({
    status: 422,
    fields: [{ path: 'query' }],
  })
})

test('a search and its choice cost one details call: the letters of the session are free', async () => {
  const before = side.sandbox.places!.bill()
  const sessionToken = crypto.randomUUID()
  for (const letters of ['ke', 'kett', 'kettle']) await search(letters, `&sessionToken=${sessionToken}`)
  const [found] = await search('kettle & key', `&sessionToken=${sessionToken}`)
  await choose(found!.placeId, { sessionToken })
  const after = side.sandbox.places!.bill()
  expect(after.details.enterprise - before.details.enterprise).toBe(1)
  expect(after.details.pro).toBe(before.details.pro)
  expect(after.autocomplete.billed).toBe(before.autocomplete.billed)
})

test('a place that Google does not know, or that closed for good, cannot be chosen', async () => {
  expect((await choose('ChIJnobodyknowsthis')).body).toMatchObject({
    status: 404,
    code: 'place-not-found',
    detail: 'Google does not know this business any more. Please search for it again.',
  })
  expect((await choose('../../v1/places')).body).toMatchObject({ status: 422, fields: [{ path: 'placeId' }] })
  const [first, second] = await search('kettle')
  side.sandbox.places!.move(first!.placeId, second!.placeId)
  const message = expect.stringContaining('has closed for good')
  expect((await choose(first!.placeId)).body).toMatchObject({
    status: 422,
    code: 'place-closed',
    fields: [{ path: 'placeId', message }],
  })
  side.sandbox.places!.reset()
})

test('when Google limits us, fails or needs to be paid, the owner reads it in plain words', async () => {
  const { faults } = side.sandbox
  const cases = [
    ['places429', 'Many people are searching just now. Please try again in a minute.', '60'],
    ['places5xx', 'Google does not answer just now. Please try again in a moment.', '5'],
    [
      'placesBilling',
      'Business search is not available just now. We have to put this right on our side.',
      null,
    ],
  ] as const
  for (const [fault, words, wait] of cases) {
    faults.ask({ [fault]: {} })
    const answer = await person.api('GET', '/api/places?query=kettle')
    faults.clear()
    expect(answer.body).toMatchObject({ status: 503, code: 'places-unavailable', detail: words })
    expect(answer.headers.get('retry-after')).toBe(wait)
  }
})

test('searches, which cost us, are limited', async () => {
  const statuses = new Set<number>()
  for (let tries = 0; tries < 45; tries += 1) {
    statuses.add((await person.api('GET', '/api/places/ChIJnobodyknowsthis')).status)
  }
  expect(statuses).toEqual(new Set([404, 429]))
})

const countBusinesses = async (): Promise<number> =>
  (await side.parts.db.selectFrom('businesses').select('id').execute()).length

test('a business is found and chosen in any country, and its owner learns where mobiles are not texted', async () => {
  const [abroad] = await search('byrne electrical')
  const chosen = await choose(abroad!.placeId)
  expect(chosen).toMatchObject({
    status: 200,
    body: { place: { name: 'Byrne Electrical' }, unservedCountry: 'IE' },
  })
  const [home] = await search('whitlock elec')
  expect((await choose(home!.placeId)).body).toMatchObject({ unservedCountry: null })
})

test('in the sandbox a new business texts at once, at whatever hour it is tried', async () => {
  const [found] = await search('whitlock elec')
  await choose(found!.placeId)
  const { userId } = await hers()
  const hours = () =>
    side.parts.db
      .selectFrom('businesses')
      .innerJoin('users', 'users.business_id', 'businesses.id')
      .select(['sending_from', 'sending_until'])
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow()
  expect(await hours()).toEqual({ sending_from: null, sending_until: null })
})

test('without other hours a new business texts from eight to eight', async () => {
  const { userId } = await hers()
  const [found] = await search('whitlock elec')
  const newBusiness = { currency: 'AUD', template: 'Hi {firstName}: {reviewLink}' }
  const choice = { userId, placeId: found!.placeId, now: new Date() }
  await chooseBusiness({ ...side.parts, newBusiness }, choice)
  const { rows } = await sql<{ from: number; until: number }>`
    select sending_from as from, sending_until as until from businesses
    where id = (select business_id from users where id = ${userId})`.execute(side.parts.db)
  expect(rows).toEqual([{ from: 480, until: 1200 }])
})

const hers = () =>
  side.parts.db
    .selectFrom('users')
    .select('id as userId')
    .where('email', '=', `person${people}@raman.example`)
    .executeTakeFirstOrThrow()
