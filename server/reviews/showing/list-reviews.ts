import { z } from 'zod'
import type { GoogleReview, ReviewsPage } from '../../../contracts/reviews.ts'
import type { TenantTrx } from '../../database/database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'

const PAGE = 20

const place = z.object({ at: z.iso.datetime(), id: z.string().max(300) })

/** A page of what Google returned in the last 30 days, newest first by when it was written. */
export const listReviews = async (
  trx: TenantTrx,
  businessId: string,
  {
    cursor,
    unanswered = false,
    now,
  }: { cursor?: string | undefined; unanswered?: boolean | undefined; now: Date },
): Promise<Pick<ReviewsPage, 'reviews' | 'nextCursor'>> => {
  const after = cursor === undefined ? undefined : readCursor(cursor, place)
  const rows = await trx
    .selectFrom('google_reviews')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('expires_at', '>', now)
    .$if(unanswered, (query) => query.where('reply_comment', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('written_at', 'review_id'), '<', tuple(new Date(after!.at), after!.id)),
      ),
    )
    .orderBy('written_at', 'desc')
    .orderBy('review_id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    reviews: shown.map((row): GoogleReview => ({
      id: row.review_id,
      name: row.reviewer_name,
      photoUrl: row.photo_url,
      isAnonymous: row.is_anonymous,
      stars: row.stars,
      comment: row.comment,
      writtenAt: row.written_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
      reply:
        row.reply_comment === null
          ? null
          : { comment: row.reply_comment, at: row.replied_at?.toISOString() ?? null },
      replyUrl: row.reply_url,
      reviewUrl: row.review_url,
      foundAt: row.found_at.toISOString(),
    })),
    nextCursor:
      rows.length > PAGE && last
        ? writeCursor({ at: last.written_at.toISOString(), id: last.review_id })
        : null,
  }
}
