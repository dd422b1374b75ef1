import { asSystem } from '../../database/database.ts'
import type { ListedLocation } from '../../integrations/google/business-profile-types.ts'
import { PROFILE_SCOPE } from '../../integrations/google/business-profile.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { wake } from '../../platform/postgres/work/wake.ts'
import { holdActive } from '../../sessions/account-queries.ts'
import { NoCallsLeft } from '../reading/take-call.ts'
import { beginConnection, NO_LOCATION, type Facts, type ProfileState } from './connection-life.ts'
import { findProfile, type FoundProfile } from './connection-queries.ts'
import { forgetReviews } from './forget-reviews.ts'
import { findAccountOf, listAccounts, listLocations, personOf } from './list-locations.ts'
import { matchLocation } from './match-location-rules.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { sealProfileToken } from './seal-profile-token.ts'

type Seen = { googleSub: string | null; state: ProfileState; facts: Facts }

/**
 * Keeps this consent's token for the business, with the location that it reads where that is certain. Throws Refusal
 * where the account is deactivated or its owner did not let us read reviews, VendorFailure where Google gives no
 * tokens.
 */
export const connectProfile = async (
  deps: ProfileDeps,
  asked: { businessId: string; code: string; codeVerifier: string; redirectUri: string },
): Promise<ProfileState> => {
  const { businessId } = asked
  const grant = await deps.profile.exchangeCode(asked)
  if (!grant.scopes.includes(PROFILE_SCOPE)) throw notGranted()
  if (!grant.refreshToken)
    throw new VendorFailure(
      'business-profile',
      'rejected',
      'no-refresh-token',
      'Google gave no lasting token',
    )
  const seen = await lookAround(deps, businessId, grant.accessToken)
  const refreshToken = sealProfileToken(deps.sealer, businessId, grant.refreshToken)
  return asSystem(deps.db, async (trx) => {
    await holdActive(trx, businessId)
    const before = await findProfile(trx, businessId)
    const { state, facts } =
      before && staysWith(before, seen) ? connectedAsBefore(before, deps.clock()) : seen
    if (state !== 'connected' || facts.location_id !== undefined) await forgetReviews(trx, businessId)
    const granted = { googleSub: seen.googleSub, refreshToken, state, facts, now: deps.clock() }
    if (!(await beginConnection(trx, businessId, granted))) throw stillDetaching()
    wake(trx, `reviews:${businessId}`)
    return state
  })
}

/** Which location it is, as far as Google says: where it is not approved yet, or does not answer, that comes later. */
const lookAround = async (deps: ProfileDeps, businessId: string, accessToken: string): Promise<Seen> => {
  let googleSub: string | null = null
  const now = deps.clock()
  try {
    const accounts = await listAccounts(deps, accessToken)
    googleSub = personOf(accounts)
    const { place_id } = await deps.db
      .selectFrom('businesses')
      .select('place_id')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow()
    const match = matchLocation(await listLocations(deps, accessToken), place_id)
    if (!match) return { googleSub, state: 'choosing', facts: { ...NO_LOCATION, next_read_at: null } }
    const accountId = await findAccountOf(deps, accessToken, { locationId: match.locationId, accounts })
    return {
      googleSub,
      state: 'connected',
      facts: { ...NO_LOCATION, ...locationFacts(match, accountId, now) },
    }
  } catch (cause) {
    if (cause instanceof VendorFailure && NOT_YET.has(cause.code))
      return { googleSub, state: 'waiting_for_google', facts: { ...NO_LOCATION, next_read_at: now } }
    if (cause instanceof VendorFailure || cause instanceof NoCallsLeft)
      return { googleSub, state: 'choosing', facts: { ...NO_LOCATION, next_read_at: null } }
    throw cause
  }
}

/** The project waits for Google, and no owner can do anything about it. */
export const NOT_YET = new Set(['not-approved', 'not-enabled'])

export const locationFacts = (location: ListedLocation, accountId: string, now: Date): Facts => ({
  account_id: accountId,
  location_id: location.locationId,
  location_title: location.title,
  location_place_id: location.placeId ?? null,
  is_verified: location.isVerified,
  location_read_at: now,
  next_read_at: now,
})

/** The same person agreed anew, and the location that she had chosen is still there or cannot be asked for now. */
const staysWith = (before: FoundProfile, seen: Seen): boolean =>
  before.location_id !== null &&
  before.google_sub !== null &&
  before.google_sub === seen.googleSub &&
  (seen.state !== 'connected' || seen.facts.location_id === before.location_id)

const connectedAsBefore = (before: FoundProfile, now: Date): { state: ProfileState; facts: Facts } => ({
  state: 'connected',
  facts: { next_read_at: now, refused_since: null, notifies: before.notifies },
})

const notGranted = (): Refusal =>
  new Refusal('reviews-not-granted', 403, 'Google was not allowed to show us your reviews.')

export const stillDetaching = (): Refusal =>
  new Refusal(
    'reviews-detaching',
    409,
    'Your last connection is still being ended. Please try again in a minute.',
  )
