import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'
import { checkPlace } from '../businesses/check-place.ts'

const side = useAccountSide()
const { claim, scan, rowOf, transfersOf } = createClaimants(side)
const NEXT = 'ChIJnext'
let owner: PersonAtBrowser
let businessId: string
let places: string[]
let slug: string
let people = 0

beforeEach(async () => {
  people += 1
  const email = `follow${people}@raman.example`
  owner = side.person()
  await owner.signIn(email)
  const { body } = await owner.api('GET', '/api/places?query=kettle')
  places = (body['places'] as { placeId: string }[]).map(({ placeId }) => placeId)
  await owner.api('PUT', '/api/onboarding/business', { placeId: places[0] })
  const found = await side.parts.db
    .selectFrom('users')
    .select('business_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  businessId = found.business_id!
  slug = await claimed(places[0]!)
})

const claimed = async (placeId: string) => {
  const printed = await mintOne(side.parts.db)
  await claim(owner, printed, placeId)
  return printed
}
const check = (currentId: string | undefined) =>
  checkPlace(
    { db: side.parts.db, places: { currentId: async () => currentId } },
    businessId,
    side.parts.clock(),
  )
const choose = (placeId: string, reviewUrl?: string) =>
  owner.api('PUT', '/api/google/business', { placeId, ...(reviewUrl && { reviewUrl }) })
const leadsTo = async (printed: string) => (await scan(printed)).headers.get('location')
const formOf = (placeId: string) => `https://search.google.com/local/writereview?placeid=${placeId}`

test('a printed code follows its business when Google changes the id of the place', async () => {
  const [atAnother, ofAStranger] = [await claimed(places[1]!), await mintOne(side.parts.db)]
  await claim(side.person(), ofAStranger, places[0]!)
  const { place_name, place_address } = await rowOf(slug)
  await check(NEXT)
  await check(NEXT)
  expect(await leadsTo(slug)).toBe(formOf(NEXT))
  expect(await rowOf(slug)).toMatchObject({ place_id: NEXT, place_name, place_address })
  expect(await transfersOf(slug)).toMatchObject([
    { kind: 'claimed', place_id: places[0] },
    { kind: 'moved', place_id: NEXT, place_name, business_id: businessId, user_id: null },
  ])
  expect(await leadsTo(atAnother)).toBe(formOf(places[1]!))
  expect(await leadsTo(ofAStranger)).toBe(formOf(places[0]!))
})

test('a printed code keeps to the link that its owner gave when Google changes the id of the place', async () => {
  const own = 'https://g.page/r/CabcDEF123/review'
  await choose(places[0]!, own)
  await check(NEXT)
  expect(await leadsTo(slug)).toBe(own)
})

test('a place that its owner chooses because Google forgot the old one takes the printed codes along', async () => {
  await check(undefined)
  expect(await leadsTo(slug)).toBe(formOf(places[0]!))
  await choose(places[1]!)
  expect(await leadsTo(slug)).toBe(formOf(places[1]!))
  const { body } = await owner.api('GET', '/api/google/status')
  const { name, address } = body['businessInfo'] as { name: string; address: string }
  expect(await rowOf(slug)).toMatchObject({ place_name: name, place_address: address })
  const [, moved] = await transfersOf(slug)
  expect(moved).toMatchObject({ kind: 'moved', place_id: places[1], user_id: expect.any(String) as string })
})

test('while Google knows the old place, another choice leaves the printed codes where they are', async () => {
  await choose(places[1]!)
  expect(await leadsTo(slug)).toBe(formOf(places[0]!))
})
