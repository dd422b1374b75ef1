import { sql } from 'kysely'
import type { ReviewGuess } from '../../../contracts/reviews.ts'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { attribute } from '../attribution/attribution-rules.ts'
import { reasonOf } from '../attribution/attribution-words-rules.ts'
import type { AskedText, ShownReview } from '../attribution/candidates-rules.ts'

/** What is looked at: so much takes a quarter of a second, and more of it says little about the latest. */
const LATEST = { days: 60, reviews: 100, texts: 1_000 }
/** A text is thought of for so long. */
const HORIZON_DAYS = 21

/**
 * From which texts the latest reviews probably came, by this business's own reviews and texts. It decides nothing, and
 * is kept nowhere.
 */
export const guessTexts = async (db: Db, businessId: string, now: Date): Promise<ReviewGuess[]> => {
  const since = new Date(now.getTime() - LATEST.days * DAY_MS)
  const { found, texts } = await asBusiness(db, businessId, async (trx) => ({
    found: await findReviews(trx, businessId, { since, now }),
    texts: await findTexts(trx, businessId, { since, now }),
  }))
  const knownSince = laterOf([
    since,
    // Before the oldest of as many as are looked at there may be more of them.
    found.length === LATEST.reviews ? found.at(-1)!.createdAt : since,
    texts.length === LATEST.texts ? texts.at(-1)!.sentAt : since,
  ])
  const reviews = found.filter(({ createdAt }) => createdAt >= knownSince)
  if (reviews.length === 0 || texts.length === 0) return []
  const byId = new Map(texts.map((text) => [text.id, text]))
  return attribute(reviews, texts, { since: knownSince, until: now }).flatMap(({ reviewId, best }) => {
    const text = best && byId.get(best.textId)
    if (!best || best.certainty === 'unknown' || !text?.name) return []
    const { name: customerName, invoiceNumber } = text
    const reason = reasonOf(best, customerName)
    return [
      { reviewId, certainty: best.certainty, reason, requestId: best.textId, customerName, invoiceNumber },
    ]
  })
}

const laterOf = (moments: Date[]): Date => new Date(Math.max(...moments.map(Number)))

type Window = { since: Date; now: Date }

const findReviews = async (
  trx: TenantTrx,
  businessId: string,
  { since, now }: Window,
): Promise<ShownReview[]> => {
  const { rows } = await sql<ShownReview>`
    select review_id as id, reviewer_name as "displayName", is_anonymous as "isAnonymous", written_at as "createdAt"
    from google_reviews
    where business_id = ${businessId} and expires_at > ${now} and written_at >= ${since} and written_at <= ${now}
    order by written_at desc
    limit ${LATEST.reviews}`.execute(trx)
  return rows
}

type Text = AskedText & { invoiceNumber: string | null }

/** First texts, with the visits of their own link and of their reminder's: both are that customer's (decision 71). */
const findTexts = async (trx: TenantTrx, businessId: string, { since, now }: Window): Promise<Text[]> => {
  const from = new Date(since.getTime() - HORIZON_DAYS * DAY_MS)
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
      and r.state not in ('cancelled', 'expired') and r.timeline_at >= ${from} and r.timeline_at <= ${now}
      and r.reminder_of is null
    order by r.timeline_at desc
    limit ${LATEST.texts}`.execute(trx)
  return rows
}
