import { sql } from 'kysely'
import type { ReviewGuess } from '../../../contracts/reviews.ts'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { notBlank } from '../../platform/not-blank-rules.ts'
import { attribute } from '../attribution/attribution-rules.ts'
import { reasonOf } from '../attribution/attribution-words-rules.ts'
import type { AskedText, ShownReview } from '../attribution/candidates-rules.ts'
import {
  latestOf,
  stretchesAt,
  type Latest,
  type Stretch,
  type Stretches,
} from '../attribution/latest-rules.ts'

/**
 * From which texts the latest reviews probably came, by this business's own reviews and texts. It decides nothing, and
 * is kept nowhere.
 */
export const guessTexts = async (db: Db, businessId: string, now: Date): Promise<ReviewGuess[]> =>
  guessesOf(await asBusiness(db, businessId, (trx) => readLatest(trx, businessId, stretchesAt(now))))

/** The reviews and texts of these stretches, and since when they are all that there are. */
export const readLatest = async (
  trx: TenantTrx,
  businessId: string,
  stretches: Stretches,
): Promise<Latest<Text>> =>
  latestOf(
    await findReviews(trx, businessId, stretches.reviews),
    await findTexts(trx, businessId, stretches.texts),
    stretches,
    await hasReviewsBefore(trx, businessId, stretches.reviews),
  )

export const guessesOf = ({ reviews, texts, known }: Latest<Text>): ReviewGuess[] => {
  if (reviews.length === 0 || texts.length === 0) return []
  const byId = new Map(texts.map((text) => [text.id, text]))
  return attribute(reviews, texts, known).flatMap(({ reviewId, best }) => {
    const text = best && byId.get(best.textId)
    const customerName = notBlank(text?.name)
    if (!best || best.certainty === 'unknown' || !text || !customerName) return []
    const { invoiceNumber } = text
    const reason = reasonOf(best, customerName)
    return [
      { reviewId, certainty: best.certainty, reason, requestId: best.textId, customerName, invoiceNumber },
    ]
  })
}

const findReviews = async (
  trx: TenantTrx,
  businessId: string,
  { from, until, most }: Stretch,
): Promise<ShownReview[]> => {
  const { rows } = await sql<ShownReview>`
    select review_id as id, reviewer_name as "displayName", is_anonymous as "isAnonymous", written_at as "createdAt"
    from google_reviews
    where business_id = ${businessId} and expires_at > ${until} and written_at >= ${from} and written_at <= ${until}
    order by written_at desc
    limit ${most}`.execute(trx)
  return rows
}

/** Whether any review is known from before this stretch: a young business has none. The oldest ends its index. */
const hasReviewsBefore = async (
  trx: TenantTrx,
  businessId: string,
  { from, until }: Stretch,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select coalesce(min(written_at) < ${from}, false) as found from google_reviews
    where business_id = ${businessId} and expires_at > ${until}`.execute(trx)
  return rows[0]!.found
}

type Text = AskedText & { invoiceNumber: string | null }

/** First texts, with the visits of their own link and of their reminder's: both are that customer's (decision 71). */
const findTexts = async (
  trx: TenantTrx,
  businessId: string,
  { from, until, most }: Stretch,
): Promise<Text[]> => {
  const { rows } = await sql<Text>`
    with visits as materialized (
      select request_id, array_agg(visited_at) as visited_at
      from link_visits
      where business_id = ${businessId} and kind = 'visit' and visited_at >= ${from}
      group by request_id)
    select r.id, encode(r.phone_hash, 'hex') as customer, r.customer_name as name, r.first_name as "firstName",
           r.invoice_number as "invoiceNumber", r.timeline_at as "sentAt",
           array_remove(
             coalesce(own.visited_at, array[r.opened_at]) || coalesce(reminded.visited_at, array[m.opened_at]), null)
             as "visitedAt"
    from review_requests r
    left join review_requests m on m.business_id = r.business_id and m.reminder_of = r.id
    left join visits own on own.request_id = r.id
    left join visits reminded on reminded.request_id = m.id
    where r.business_id = ${businessId} and r.state in ('sent', 'delivered')
      and r.state not in ('cancelled', 'expired') and r.timeline_at >= ${from} and r.timeline_at <= ${until}
      and r.reminder_of is null
    order by r.timeline_at desc
    limit ${most}`.execute(trx)
  return rows
}
