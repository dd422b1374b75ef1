import { sql } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import type { ReadReview } from '../../integrations/google/business-profile-types.ts'
import { noteFacts, type Facts, type ProfileKey } from '../connecting/connection-life.ts'
import { KEPT_MS } from '../connecting/profile-status.ts'

/** The connection ended while Google was asked: nothing of its answer is kept. */
export class ConnectionOver extends Error {
  constructor() {
    super('The profile was detached or connected anew meanwhile.')
    this.name = 'ConnectionOver'
  }
}

export type ReadPage = {
  reviews: ReadReview[]
  /** When Google was asked: it knew no later. */
  askedAt: Date
  /** Of a full listing: which one. */
  listedAt?: Date
  facts: Facts
}

/**
 * Writes a page and what it says of the connection, both or neither. Returns how many of its reviews stood there with
 * the same change already, before it. Throws ConnectionOver.
 */
export const recordPage = (db: Db, key: ProfileKey, page: ReadPage): Promise<number> =>
  asBusiness(db, key.businessId, async (trx) => {
    // Locks the connection first: detaching waits for us, and then deletes what we wrote.
    if (!(await noteFacts(trx, key, page.facts))) throw new ConnectionOver()
    const reviews = [...new Map(page.reviews.map((one) => [one.reviewId, one])).values()]
    if (reviews.length === 0) return 0
    const known = await countKnown(trx, key.businessId, reviews)
    await upsert(trx, key.businessId, reviews, page)
    return known
  })

const countKnown = async (trx: TenantTrx, businessId: string, reviews: ReadReview[]): Promise<number> => {
  const ids = reviews.map(({ reviewId }) => reviewId)
  // By their ids: whatever PostgreSQL takes the table to be, it does not read all reviews for each page.
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known
    from google_reviews r
    join unnest(${ids}::text[],
                ${reviews.map(({ changedAt }) => changedAt)}::timestamptz[]) as page (review_id, changed_at)
      on page.review_id = r.review_id and page.changed_at = r.changed_at
    where r.business_id = ${businessId} and r.review_id = any(${ids}::text[])`.execute(trx)
  return rows[0]!.known
}

const upsert = async (
  trx: TenantTrx,
  businessId: string,
  reviews: ReadReview[],
  { askedAt, listedAt }: ReadPage,
): Promise<void> => {
  await trx
    .insertInto('google_reviews')
    .values(
      reviews.map((one) => ({
        business_id: businessId,
        review_id: one.reviewId,
        reviewer_name: one.reviewerName,
        photo_url: one.photoUrl,
        is_anonymous: one.isAnonymous,
        stars: one.stars,
        comment: one.comment,
        written_at: one.writtenAt,
        changed_at: one.changedAt,
        reply_comment: one.reply?.comment ?? null,
        replied_at: one.reply?.at ?? null,
        reply_url: one.replyUrl,
        found_at: askedAt,
        fetched_at: askedAt,
        expires_at: new Date(askedAt.getTime() + KEPT_MS),
        listed_at: listedAt ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'review_id'])
        .doUpdateSet(({ ref, fn }) => ({
          reviewer_name: ref('excluded.reviewer_name'),
          photo_url: ref('excluded.photo_url'),
          is_anonymous: ref('excluded.is_anonymous'),
          stars: ref('excluded.stars'),
          comment: ref('excluded.comment'),
          written_at: ref('excluded.written_at'),
          changed_at: ref('excluded.changed_at'),
          reply_comment: ref('excluded.reply_comment'),
          replied_at: ref('excluded.replied_at'),
          reply_url: ref('excluded.reply_url'),
          fetched_at: ref('excluded.fetched_at'),
          expires_at: ref('excluded.expires_at'),
          listed_at: fn.coalesce('excluded.listed_at', 'google_reviews.listed_at'),
          missing_since: null,
        }))
        // A late answer, of a worker that hung, changes nothing.
        .whereRef('google_reviews.fetched_at', '<=', 'excluded.fetched_at'),
    )
    .execute()
}
