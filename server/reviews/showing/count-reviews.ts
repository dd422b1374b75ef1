import { sql } from 'kysely'
import type { ReviewsPage } from '../../../contracts/reviews.ts'
import type { TenantTrx } from '../../database/database.ts'

type Figures = NonNullable<ReviewsPage['figures']>

/** Of what Google returned in the last 30 days. Computed when it is shown, because nothing of it may be kept. */
export const countReviews = async (
  trx: TenantTrx,
  businessId: string,
  { seenAt, now }: { seenAt: Date | undefined; now: Date },
): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    select count(*) as count, count(*) filter (where reply_comment is null) as unanswered,
           count(*) filter (where found_at > ${seenAt ?? null}::timestamptz) as "isNew",
           round(avg(stars), 1)::float as average
    from google_reviews
    where business_id = ${businessId} and expires_at > ${now}`.execute(trx)
  return rows[0]!
}
