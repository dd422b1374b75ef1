import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import type { ProfileConnectionState } from '../../database/tables/reviews.ts'

/** One consent of a business: where it was granted anew meanwhile, a move of the older one changes nothing. */
export type ProfileKey = { businessId: string; connectionId: string }

export type ProfileState = ProfileConnectionState

/** From where each state is reached, beside a new consent. Nothing leads out of `detaching`: its row is deleted. */
const FROM: Record<ProfileState, ProfileState[]> = {
  choosing: ['waiting_for_google', 'choosing'],
  waiting_for_google: ['choosing', 'connected', 'unreachable', 'waiting_for_google'],
  connected: ['choosing', 'waiting_for_google', 'unreachable', 'connected'],
  needs_reauth: ['choosing', 'waiting_for_google', 'connected', 'unreachable', 'needs_reauth'],
  unreachable: ['waiting_for_google', 'connected', 'unreachable'],
  detaching: ['choosing', 'waiting_for_google', 'connected', 'needs_reauth', 'unreachable', 'detaching'],
}

export type Facts = {
  granted_at?: Date
  google_sub?: string | null
  next_read_at?: Date | null
  last_read_at?: Date
  refused_since?: Date | null
  notifies?: boolean
  total_reviews?: number | null
  average_rating?: string | null
  totals_at?: Date | null
  account_id?: string | null
  location_id?: string | null
  location_title?: string | null
  location_place_id?: string | null
  is_verified?: boolean | null
  location_read_at?: Date | null
  full_began_at?: Date | null
  full_page_token?: string | null
  full_read_at?: Date | null
  full_was_whole?: boolean | null
}

/** Everything that was said of a location: another one begins without it. */
export const NO_LOCATION: Facts = {
  account_id: null,
  location_id: null,
  location_title: null,
  location_place_id: null,
  is_verified: null,
  location_read_at: null,
  refused_since: null,
  notifies: false,
  total_reviews: null,
  average_rating: null,
  totals_at: null,
  full_began_at: null,
  full_page_token: null,
  full_read_at: null,
  full_was_whole: null,
}

/** A consent, new or anew. Returns whether it took: while an older one is being given back it does not. */
export const beginConnection = async (
  trx: Trx,
  businessId: string,
  granted: { googleSub: string | null; refreshToken: Buffer; state: ProfileState; now: Date } & {
    facts: Facts
  },
): Promise<boolean> => {
  const values = {
    google_sub: granted.googleSub,
    refresh_token: granted.refreshToken,
    granted_at: granted.now,
    state: granted.state,
    state_since: granted.now,
    ...granted.facts,
  }
  const begun = await trx
    .insertInto('profile_connections')
    .values({ business_id: businessId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('business_id')
        .doUpdateSet({ id: sql<string>`uuidv7()`, ...values })
        .where('profile_connections.state', '<>', 'detaching'),
    )
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** The consent of a connection goes on as `state`; returns whether it did. The moment changes with the state only. */
export const moveConnection = async (
  trx: Trx,
  { businessId, connectionId }: ProfileKey,
  state: keyof typeof FROM,
  { now, facts = {} }: { now: Date; facts?: Facts },
): Promise<boolean> => {
  const moved = await trx
    .updateTable('profile_connections')
    .set({
      ...facts,
      state,
      state_since: sql<Date>`case when state = ${state} then state_since else ${now}::timestamptz end`,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', connectionId)
    .where('state', 'in', FROM[state])
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The owner has to agree again, and until then nothing is asked. */
export const loseConsent = (trx: Trx, key: ProfileKey, now: Date): Promise<boolean> =>
  moveConnection(trx, key, 'needs_reauth', {
    now,
    facts: { next_read_at: null, full_began_at: null, full_page_token: null },
  })

/** Without a move; returns whether the consent is still there. */
export const noteFacts = async (
  trx: Trx,
  { businessId, connectionId }: ProfileKey,
  facts: Facts,
): Promise<boolean> => {
  const noted = await trx
    .updateTable('profile_connections')
    .set(facts)
    .where('business_id', '=', businessId)
    .where('id', '=', connectionId)
    .where('state', '<>', 'detaching')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
