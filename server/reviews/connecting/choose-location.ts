import { asBusiness } from '../../database/database.ts'
import type { ListedLocation } from '../../integrations/google/business-profile-types.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { wake } from '../../platform/postgres/work/wake.ts'
import { NoCallsLeft } from '../reading/take-call.ts'
import { moveConnection, NO_LOCATION } from './connection-life.ts'
import { findProfile, type FoundProfile } from './connection-queries.ts'
import { forgetReviews } from './forget-reviews.ts'
import { locationFacts, NOT_YET } from './connect-profile.ts'
import { findAccountOf, listAccounts, listLocations, personOf } from './list-locations.ts'
import { openProfile } from './open-profile.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** What this consent reaches, asked now and kept nowhere. Throws Refusal. */
export const offerLocations = async (
  deps: ProfileDeps,
  businessId: string,
): Promise<{ locations: ListedLocation[]; placeId: string | null }> => {
  const found = await findOpen(deps, businessId)
  return inWords(async () => ({
    locations: await listLocations(deps, await openProfile(deps, found)),
    placeId: found.chosen_place_id,
  }))
}

/** From now on this location is read. Of another one nothing stays. Throws Refusal. */
export const chooseLocation = async (
  deps: ProfileDeps,
  { businessId, locationId }: { businessId: string; locationId: string },
): Promise<void> => {
  const found = await findOpen(deps, businessId)
  const { location, accountId, googleSub } = await inWords(async () => {
    const accessToken = await openProfile(deps, found)
    const location = (await listLocations(deps, accessToken)).find((one) => one.locationId === locationId)
    if (!location) throw notListed()
    const accounts = await listAccounts(deps, accessToken)
    const accountId = await findAccountOf(deps, accessToken, { locationId, accounts })
    return { location, accountId, googleSub: personOf(accounts) }
  })
  const now = deps.clock()
  const isAnother = found.location_id !== locationId
  const facts = {
    // Its reviews are as those of a profile that she has just connected: what was written before is not new to her.
    ...(isAnother ? { ...NO_LOCATION, granted_at: now } : {}),
    ...(googleSub === null ? {} : { google_sub: googleSub }),
    ...locationFacts(location, accountId, now),
  }
  await asBusiness(deps.db, businessId, async (trx) => {
    const key = { businessId, connectionId: found.id }
    if (!(await moveConnection(trx, key, 'connected', { now, facts }))) throw notConnected()
    if (isAnother) await forgetReviews(trx, businessId)
    wake(trx, `reviews:${businessId}`)
  })
}

const findOpen = async ({ db }: ProfileDeps, businessId: string): Promise<FoundProfile> => {
  const found = await asBusiness(db, businessId, (trx) => findProfile(trx, businessId))
  if (!found || found.state === 'detaching' || found.state === 'needs_reauth') throw notConnected()
  return found
}

const inWords = async <Out>(work: () => Promise<Out>): Promise<Out> => {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof NoCallsLeft) throw unavailable(60)
    if (!(cause instanceof VendorFailure)) throw cause
    if (cause.kind === 'reconnect') throw notConnected()
    if (NOT_YET.has(cause.code)) throw unavailable(3_600)
    if (cause.code === 'not-found') throw notListed()
    throw unavailable(cause.retryAfterSeconds ?? 30)
  }
}

const notConnected = (): Refusal =>
  new Refusal('profile-not-connected', 409, 'Your reviews are not connected. Please connect them first.')

const notListed = (): Refusal =>
  new Refusal('location-not-found', 404, 'Google does not show us this profile. Please choose another.')

const unavailable = (retryAfterSeconds: number): Refusal =>
  new Refusal(
    'profile-unavailable',
    503,
    'Google does not show us your profiles just now. Please try again later.',
    { retryAfterSeconds },
  )
