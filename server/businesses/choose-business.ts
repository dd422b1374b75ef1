import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import type { GooglePlace, Places } from '../integrations/google/places-types.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'
import { Refusal } from '../platform/errors.ts'
import { lockAccount } from '../sessions/account-queries.ts'
import { takeCodesAlong } from './take-codes-along.ts'

/** What a new business begins with; without hours of its own it texts from eight to eight. */
export type NewBusiness = { currency: string; template: string } & Partial<typeof AT_ANY_HOUR>

/** In the sandbox it texts at any hour, so that whoever tries it at night sees a text come. */
export const newBusinessFor = ({
  isLive,
  currency,
  template,
}: Pick<NewBusiness, 'currency' | 'template'> & { isLive: boolean }): NewBusiness => ({
  currency,
  template,
  ...(isLive ? {} : AT_ANY_HOUR),
})

const AT_ANY_HOUR = { sending_from: null, sending_until: null }

export type Choice = {
  userId: string
  placeId: string
  sessionToken?: string | undefined
  /** Another place is refused once she is live: a tab of the onboarding may be an old one. */
  isOnboarding?: boolean
  now: Date
}

/**
 * The owner chooses her business at Google: it is looked up once, and made or changed. A link of the owner's own
 * belonged to the place before and is removed; printed codes go along from a place that Google does not know any more.
 * Throws VendorFailure; Refusal 422 for a place that closed for good, 409 for another one by onboarding once live.
 */
export const chooseBusiness = async (
  { db, places, newBusiness }: { db: Db; places: Pick<Places, 'details'>; newBusiness: NewBusiness },
  { userId, placeId, sessionToken, isOnboarding, now }: Choice,
): Promise<GooglePlace> => {
  const place = await places.details({ placeId, sessionToken })
  if (place.state === 'closed-for-good') throw closedForGood(place)
  const facts = {
    name: place.name.trim().slice(0, 200) || 'My business',
    address: place.address || null,
    place_id: place.placeId,
    review_url: reviewUrlFor(place.placeId),
    review_url_is_own: false,
    place_checked_at: now,
    place_missing_at: null,
    ...(place.country && /^[A-Z]{2}$/.test(place.country) ? { country: place.country } : {}),
  }
  await asSystem(db, async (trx) => {
    // Locked, so that a double click makes one business.
    const businessId = await lockAccount(trx, userId)
    const live = isOnboarding ? await findLive(trx, userId) : undefined
    if (live?.place_id === place.placeId) return
    if (live) throw alreadyLive()
    if (businessId) {
      const lost = await trx
        .selectFrom('businesses')
        .select('place_id')
        .where('id', '=', businessId)
        .where('place_missing_at', 'is not', null)
        .executeTakeFirst()
      await trx.updateTable('businesses').set(facts).where('id', '=', businessId).execute()
      if (lost?.place_id)
        await takeCodesAlong(trx, businessId, {
          from: lost.place_id,
          to: place.placeId,
          place: facts,
          userId,
          now,
        })
      return
    }
    const { id } = await trx
      .insertInto('businesses')
      .values({ ...facts, ...newBusiness, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('users').set({ business_id: id }).where('id', '=', userId).execute()
  })
  return place
}

const findLive = (trx: SystemTrx, userId: string): Promise<{ place_id: string | null } | undefined> =>
  trx
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.id', 'users.business_id')
    .select('place_id')
    .where('users.id', '=', userId)
    .where('onboarded_at', 'is not', null)
    .executeTakeFirst()

const alreadyLive = (): Refusal =>
  new Refusal('already-live', 409, 'You are live already. Your business is changed under Google Status.')

export const closedForGood = ({ name }: GooglePlace): Refusal => {
  const message = `Google says that ${name || 'this business'} has closed for good. Please choose the one where you are now.`
  return new Refusal('place-closed', 422, message, { fields: [{ path: 'placeId', message }] })
}
