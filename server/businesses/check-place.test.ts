import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { registerPlaces, type PlacesControl, type PlacesFault } from '../../sandbox/places/register-places.ts'
import { useDatabase } from '../../test/support/database.ts'
import { runDueJobs } from '../../test/support/run-due-jobs.ts'
import { asBusiness } from '../database/database.ts'
import { createPlaces } from '../integrations/google/places.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'
import { DAY_MS } from '../platform/dates.ts'
import { createBusinessTasks } from './business-tasks.ts'
import { checkPlace } from './check-place.ts'
import { googleStatusOf } from './google-business.ts'

const base = useDatabase()
const apiKey = 'sandbox-places-key'
const today = new Date('2026-11-20T03:00:00Z')
const whitlock = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)
const elsewhere = placeIdOf('Kettle & Key Locksmiths', 'Fremantle')
const faults = new Set<PlacesFault>()

let app: ReturnType<typeof Fastify>
let google: PlacesControl
let places: ReturnType<typeof createPlaces>

beforeEach(async () => {
  faults.clear()
  app = Fastify()
  google = registerPlaces(app, { apiKey, strike: (fault) => (faults.has(fault) ? { ms: 0 } : undefined) })
  places = createPlaces({ apiKey, url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/places` })
})
afterEach(() => app.close())

test('a place that is still there stays connected, and looking costs nothing', async () => {
  const businessId = await business({ place_id: whitlock })
  await check(businessId)
  expect(await statusOf(businessId)).toMatchObject({
    status: 'connected',
    lastSync: today.toISOString(),
    message: null,
  })
  expect(google.bill().details).toEqual({ 'ids-only': 1, essentials: 0, pro: 0, enterprise: 0 })
})

test('a place that Google forgot is an error, until it is there again', async () => {
  const businessId = await business({ place_id: whitlock })
  google.vanish(whitlock)
  await check(businessId)
  expect(await statusOf(businessId)).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/does not know your business any more/) as string,
  })
  google.reset()
  await check(businessId)
  expect(await statusOf(businessId)).toMatchObject({ status: 'connected', message: null })
})

test('a place that moved takes its review link along, but not the link that the owner gave', async () => {
  const plain = await business({ place_id: whitlock, review_url: reviewUrlFor(whitlock) })
  const own = await business({
    place_id: whitlock,
    review_url: 'https://g.page/r/own/review',
    review_url_is_own: true,
  })
  google.move(whitlock, elsewhere)
  for (const businessId of [plain, own]) await check(businessId)
  expect(await statusOf(plain)).toMatchObject({
    businessInfo: { placeId: elsewhere, reviewUrl: reviewUrlFor(elsewhere) },
  })
  expect(await statusOf(own)).toMatchObject({
    businessInfo: { placeId: elsewhere, reviewUrl: 'https://g.page/r/own/review' },
  })
})

test.for<PlacesFault>(['places429', 'places5xx', 'placesBilling'])(
  'when Google gives no good answer (%s), nothing changes and the check is repeated later',
  async (fault) => {
    const businessId = await business({ place_id: whitlock })
    faults.add(fault)
    await expect(check(businessId)).rejects.toMatchObject({ name: 'VendorFailure' })
    expect(await statusOf(businessId)).toMatchObject({ status: 'connected', lastSync: null })
  },
)

test('a place chosen while the check was under way is not touched by it', async () => {
  const businessId = await business({ place_id: whitlock })
  const meanwhile = {
    currentId: async () => {
      await base.db
        .updateTable('businesses')
        .set({ place_id: elsewhere })
        .where('id', '=', businessId)
        .execute()
      return undefined
    },
  }
  await checkPlace({ db: base.db, places: meanwhile }, businessId, today)
  expect(await statusOf(businessId)).toMatchObject({
    status: 'connected',
    businessInfo: { placeId: elsewhere },
  })
})

test('each place has its turn once a day, a deactivated business and one without a place have none [4.15]', async () => {
  await base.db.updateTable('businesses').set({ place_checked_at: today }).execute()
  const due = await business({ place_id: whitlock, place_checked_at: new Date(today.getTime() - DAY_MS) })
  const never = await business({ place_id: whitlock })
  await business({ place_id: whitlock, place_checked_at: new Date(today.getTime() - DAY_MS + 1) })
  await business({ place_id: null })
  await business({ place_id: whitlock, deactivated_at: today })

  const tasks = createBusinessTasks({ db: base.db, places, clock: () => today })
  await tasks['check-places']!({})
  await tasks['check-places']!({})
  const checked: unknown[] = []
  await runDueJobs(base.url, { 'check-place': async (payload) => void checked.push(payload) })
  expect(new Set(checked)).toEqual(new Set([{ businessId: due }, { businessId: never }]))
  expect(checked).toHaveLength(2)
})

const business = async (facts: object): Promise<string> => {
  const { id } = await base.db
    .insertInto('businesses')
    .values({
      name: 'Whitlock Electrical',
      currency: 'AUD',
      template: 'Hi',
      place_id: null,
      review_url: null,
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const check = (businessId: string) => checkPlace({ db: base.db, places }, businessId, today)

const statusOf = (businessId: string) =>
  asBusiness(base.db, businessId, (trx) => googleStatusOf(trx, businessId))
