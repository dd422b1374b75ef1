import { asBusiness } from '../../database/database.ts'
import { moveConnection, noteFacts, NO_LOCATION } from '../connecting/connection-life.ts'
import type { FoundProfile } from '../connecting/connection-queries.ts'
import { locationFacts } from '../connecting/connect-profile.ts'
import { findAccountOf, listAccounts, listLocations, personOf } from '../connecting/list-locations.ts'
import { matchLocation } from '../connecting/match-location-rules.ts'
import { ConnectionOver } from './record-page.ts'
import type { ReadDeps } from './open-reading.ts'
import { takeProfileCall } from './take-call.ts'

/** What Google calls the location now; or, where it could not be asked yet, which location it is. */
export const readLocation = async (
  deps: ReadDeps,
  found: FoundProfile,
  accessToken: string,
): Promise<void> => {
  const key = { businessId: found.business_id, connectionId: found.id }
  const now = deps.clock()
  if (found.location_id === null) return settle(deps, found, accessToken)
  await takeProfileCall(deps.db, 'information', { now, by: 'reading' })
  const read = await deps.profile.location(accessToken, found.location_id)
  const { next_read_at: _unchanged, ...facts } = locationFacts(read, found.account_id!, now)
  const isThere = await asBusiness(deps.db, key.businessId, (trx) => noteFacts(trx, key, facts))
  if (!isThere) throw new ConnectionOver()
}

/** Google has approved us meanwhile: the location is found, or the owner asked which it is. */
const settle = async (deps: ReadDeps, found: FoundProfile, accessToken: string): Promise<void> => {
  const key = { businessId: found.business_id, connectionId: found.id }
  const now = deps.clock()
  const accounts = await listAccounts(deps, accessToken)
  const google_sub = personOf(accounts)
  const match = matchLocation(await listLocations(deps, accessToken), found.chosen_place_id)
  if (!match) {
    await asBusiness(deps.db, key.businessId, (trx) =>
      moveConnection(trx, key, 'choosing', {
        now,
        facts: { ...NO_LOCATION, google_sub, next_read_at: null },
      }),
    )
    return
  }
  const accountId = await findAccountOf(deps, accessToken, { locationId: match.locationId, accounts })
  await asBusiness(deps.db, key.businessId, (trx) =>
    moveConnection(trx, key, 'connected', {
      now,
      facts: { google_sub, ...locationFacts(match, accountId, now) },
    }),
  )
}
