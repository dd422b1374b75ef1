import { sql } from 'kysely'
import { asBusiness } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { noteFacts } from '../connecting/connection-life.ts'
import { ConnectionOver, recordPage } from './record-page.ts'
import type { Open } from './open-reading.ts'
import { isListingStale } from './reading-rules.ts'

/** Google's lists end; one that does not is ended, and begins anew another time. */
const MOST_PAGES = 2_000

/**
 * Lists every review, page by page, each page committed with the place where the next begins: what ends in the middle
 * goes on there. Only a listing that named as many as Google counts says what is no longer there.
 */
export const readAll = async (open: Open): Promise<void> => {
  const { ask, key, location, db, found, log } = open
  const continues =
    found.full_began_at !== null &&
    found.full_page_token !== null &&
    !isListingStale(found.full_began_at, open.clock())
  const beganAt = continues ? found.full_began_at! : open.clock()
  let pageToken = continues ? found.full_page_token! : undefined
  let unreadable = 0
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { read, askedAt } = await ask((token) => location.reviews(token, pageToken)).catch(
      async (cause: unknown) => {
        if (isBadToken(cause)) await forgetListing(open)
        throw cause
      },
    )
    unreadable += read.unreadable
    pageToken = read.nextPageToken
    await recordPage(db, key, {
      reviews: read.reviews,
      askedAt,
      listedAt: beganAt,
      facts: {
        full_began_at: beganAt,
        full_page_token: pageToken ?? null,
        total_reviews: read.total,
        average_rating: read.average?.toFixed(2) ?? null,
        totals_at: askedAt,
      },
    })
    if (pageToken === undefined) {
      const outcome = await finish(open, { beganAt, total: read.total, unreadable })
      log.info({ businessId: key.businessId, ...outcome }, 'all reviews of a profile were listed')
      return
    }
  }
  await forgetListing(open)
}

const isBadToken = (cause: unknown): boolean => cause instanceof VendorFailure && cause.code === 'http-400'

const forgetListing = async ({ db, key }: Open): Promise<void> => {
  await asBusiness(db, key.businessId, (trx) =>
    noteFacts(trx, key, { full_began_at: null, full_page_token: null }),
  )
}

type Listing = { beganAt: Date; total: number; unreadable: number }

/** A review that two whole listings in a row did not name is gone. */
const finish = ({ db, key, clock }: Open, { beganAt, total, unreadable }: Listing) =>
  asBusiness(db, key.businessId, async (trx) => {
    const { rows } = await sql<{ listed: number }>`
      select count(*)::integer as listed from google_reviews
      where business_id = ${key.businessId} and listed_at = ${beganAt}`.execute(trx)
    const { listed } = rows[0]!
    const isWhole = listed === total && unreadable === 0
    const isThere = await noteFacts(trx, key, {
      full_began_at: null,
      full_page_token: null,
      full_read_at: clock(),
      full_was_whole: isWhole,
    })
    if (!isThere) throw new ConnectionOver()
    if (!isWhole) return { listed, total, unreadable, gone: 0 }
    // What was found while the listing ran may have come after its page had passed.
    const { numAffectedRows } = await sql`
      delete from google_reviews
      where business_id = ${key.businessId} and missing_since < ${beganAt}
        and listed_at is distinct from ${beganAt} and fetched_at < ${beganAt}`.execute(trx)
    await sql`
      update google_reviews set missing_since = ${beganAt}
      where business_id = ${key.businessId} and missing_since is null
        and listed_at is distinct from ${beganAt} and fetched_at < ${beganAt}`.execute(trx)
    return { listed, total, unreadable, gone: Number(numAffectedRows ?? 0) }
  })
