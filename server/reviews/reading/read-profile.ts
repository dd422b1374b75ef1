import { sql } from 'kysely'
import { asBusiness } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { moveConnection, noteFacts, type ProfileKey } from '../connecting/connection-life.ts'
import { findProfile, type FoundProfile } from '../connecting/connection-queries.ts'
import { openProfile } from '../connecting/open-profile.ts'
import { keepNotified } from './keep-notified.ts'
import { readAll } from './read-all.ts'
import { readLocation } from './read-location.ts'
import { readNewest } from './read-newest.ts'
import { isFullDue, nextLook, troubleOf } from './reading-rules.ts'
import type { Open, ReadDeps } from './open-reading.ts'
import { ConnectionOver } from './record-page.ts'
import { NoCallsLeft, takeProfileCall } from './take-call.ts'

/** Reads what is new of one business's reviews, or all of them; one process at a time. */
export const readProfile = async (deps: ReadDeps, businessId: string): Promise<void> => {
  await deps.leases.alone(`reviews:${businessId}`, async () => {
    const found = await findProfile(deps.db, businessId)
    const isAsked = found && READ.has(found.state) && found.next_read_at && found.next_read_at <= deps.clock()
    if (isAsked) await readNow(deps, found)
  })
}

const READ = new Set(['connected', 'waiting_for_google', 'unreachable'])

const readNow = async (deps: ReadDeps, found: FoundProfile): Promise<void> => {
  const key = { businessId: found.business_id, connectionId: found.id }
  try {
    const accessToken = await openProfile(deps, found)
    if (found.location_id === null) return await readLocation(deps, found, accessToken)
    const open = openOf(deps, found, accessToken)
    if (await mustListAll(open)) {
      await readLocation(deps, found, accessToken)
      await readAll(open)
    } else await readNewest(open)
    await keepNotified(open)
    await noteSuccess(open)
  } catch (cause) {
    if (cause instanceof ConnectionOver) return
    await noteTrouble(deps, key, found, cause)
  }
}

const openOf = (deps: ReadDeps, found: FoundProfile, accessToken: string): Open => {
  const name = { accountId: found.account_id!, locationId: found.location_id! }
  return {
    ...deps,
    key: { businessId: found.business_id, connectionId: found.id },
    found,
    accessToken,
    location: { reviews: (token, pageToken) => deps.profile.reviews(token, name, pageToken) },
    ask: async (question) => {
      const askedAt = deps.clock()
      await takeProfileCall(deps.db, 'reviews', { now: askedAt, by: 'reading' })
      return { read: await question(accessToken), askedAt }
    },
  }
}

const mustListAll = async ({ db, found, clock }: Open): Promise<boolean> => {
  if (found.full_began_at !== null && found.full_page_token !== null) return true
  const { rows } = await sql<{ missing: number; present: number }>`
    select count(*) filter (where missing_since is not null)::integer as missing,
           count(*) filter (where missing_since is null)::integer as present
    from google_reviews where business_id = ${found.business_id}`.execute(db)
  const { missing, present } = rows[0]!
  return isFullDue(
    {
      fullReadAt: found.full_read_at,
      fullWasWhole: found.full_was_whole,
      missing,
      present,
      total: found.total_reviews,
    },
    clock(),
  )
}

const noteSuccess = async ({ db, key, found, clock }: Open): Promise<void> => {
  const now = clock()
  const facts = {
    next_read_at: nextLook(found.location_id!, now),
    last_read_at: now,
    refused_since: null,
  }
  await asBusiness(db, key.businessId, (trx) => moveConnection(trx, key, 'connected', { now, facts }))
}

const noteTrouble = async (
  deps: ReadDeps,
  key: ProfileKey,
  found: FoundProfile,
  cause: unknown,
): Promise<void> => {
  const now = deps.clock()
  if (cause instanceof NoCallsLeft)
    return void (await asBusiness(deps.db, key.businessId, (trx) =>
      noteFacts(trx, key, { next_read_at: cause.againAt }),
    ))
  if (!(cause instanceof VendorFailure)) throw cause
  // The owner has to agree again, which openProfile has noted.
  if (cause.kind === 'reconnect') return
  deps.log.warn({ err: cause, businessId: key.businessId }, 'reviews could not be read')
  const isRefusal = cause.code === 'forbidden' || cause.code === 'not-found'
  const refusedSince = isRefusal ? (found.refused_since ?? now) : null
  const { state, againAt } = troubleOf(cause.code, {
    refusedSince: refusedSince ?? now,
    retryAfterSeconds: cause.retryAfterSeconds,
    locationId: found.location_id ?? found.business_id,
    now,
  })
  // What answers with 500 in between does not prove that the location is there.
  const facts = { next_read_at: againAt, ...(isRefusal ? { refused_since: refusedSince } : {}) }
  await asBusiness(deps.db, key.businessId, async (trx) => {
    if (state) await moveConnection(trx, key, state, { now, facts })
    else await noteFacts(trx, key, facts)
  })
}
