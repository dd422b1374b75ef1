import { sql } from 'kysely'
import { z } from 'zod'
import type { GoogleReview, ReviewsPage } from '../../../contracts/reviews.ts'
import type { TenantTrx } from '../../database/database.ts'
import { momentOfPlace, readCursor, writeCursor } from '../../platform/http/cursor.ts'

const PAGE = 20

const place = z.object({ at: momentOfPlace, id: z.string().max(300), answered: z.boolean().optional() })

/** A page of what Google returned in the last 30 days: by when it was written, or without a reply first. */
export const listReviews = async (
  trx: TenantTrx,
  businessId: string,
  { cursor, order, now }: { cursor?: string | undefined; order: 'newest' | 'unanswered-first'; now: Date },
): Promise<Pick<ReviewsPage, 'reviews' | 'nextCursor'>> => {
  const after = cursor === undefined ? undefined : readCursor(cursor, place)
  const isAnswered = sql<boolean>`(reply_comment is not null)`
  const byAnswer = order === 'unanswered-first'
  const rows = await trx
    .selectFrom('google_reviews')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('expires_at', '>', now)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, or, and, refTuple, tuple }) => {
        const older = eb(refTuple('written_at', 'review_id'), '<', tuple(new Date(after!.at), after!.id))
        if (!byAnswer) return older
        const answered = after!.answered ?? false
        return or([eb(isAnswered, '>', answered), and([eb(isAnswered, '=', answered), older])])
      }),
    )
    .$if(byAnswer, (query) => query.orderBy(isAnswered))
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
      foundAt: row.found_at.toISOString(),
    })),
    nextCursor:
      rows.length > PAGE && last
        ? writeCursor({
            at: last.written_at.toISOString(),
            id: last.review_id,
            ...(byAnswer && { answered: last.reply_comment !== null }),
          })
        : null,
  }
}
