import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import {
  COUNTED_DAYS,
  WINDOW_DAYS,
  type Countable,
  type CountLater,
} from '../../experiments/experiment-rules.ts'
import { DAY_MS } from '../../platform/dates.ts'
import {
  addReview,
  countReviewed,
  createReviewsByName,
  type Compared,
  type ReviewsByName,
  type Written,
} from './reviewed-rules.ts'

/** Whether one may start: only once all reviews were listed, because of half of them, the sides cannot be compared. */
export const canCountReviews = async (trx: TenantTrx, businessId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from profile_connections
    where business_id = ${businessId} and state = 'connected' and full_read_at is not null`.execute(trx)
  return rows.length > 0
}

/**
 * Counted anew whenever it is shown, from the reviews as Google returned them within 30 days, and kept nowhere: of each
 * in their order, undefined where not all its reviews are here.
 */
export const readForCounts = async (
  trx: TenantTrx,
  businessId: string,
  asked: Countable[],
  now: Date,
): Promise<CountLater> => {
  const listedAt = await findListing(trx, businessId, now)
  const known = asked.filter((one) => listedAt !== undefined && hasAllReviews(listedAt, one, now))
  if (known.length === 0) return async () => asked.map(() => undefined)
  const since = new Date(Math.min(...known.map(({ registeredAt }) => registeredAt.getTime())))
  const written = await readReviews(trx, businessId, { since, now })
  const customers = new Map<Countable, Compared[]>()
  for (const one of known) customers.set(one, await readCustomers(trx, businessId, one.id))
  return async () => {
    const reviews = createReviewsByName()
    await inTurns(written, (some) => {
      for (const review of some) addReview(reviews, review)
    })
    const counts: Awaited<ReturnType<CountLater>> = []
    for (const one of asked) {
      const compared = customers.get(one)
      counts.push(compared && (await countOne(compared, one, reviews)))
    }
    return counts
  }
}

/** The reviews of a full listing are kept for 30 days, and it takes a day at most: of an older one some are missing. */
const WHOLE_FOR_MS = 29 * DAY_MS

/** When all the reviews that are here were last listed. Trouble that passes ends no comparison while all are kept. */
const findListing = async (trx: TenantTrx, businessId: string, now: Date): Promise<Date | undefined> => {
  const kept = new Date(now.getTime() - WHOLE_FOR_MS)
  const { rows } = await sql<{ listedAt: Date }>`
    select full_read_at as "listedAt" from profile_connections
    where business_id = ${businessId} and state <> 'detaching' and full_read_at > ${kept}`.execute(trx)
  return rows[0]?.listedAt
}

/** It is judged by a listing made once the last customer's days were over, or weeks that nobody read count as none. */
const hasAllReviews = (listedAt: Date, { judgedAt }: Countable, now: Date): boolean =>
  now < judgedAt || listedAt.getTime() >= judgedAt.getTime() - (COUNTED_DAYS - WINDOW_DAYS) * DAY_MS

const readReviews = async (
  trx: TenantTrx,
  businessId: string,
  { since, now }: { since: Date; now: Date },
): Promise<Written[]> => {
  const { rows } = await sql<Written>`
    select reviewer_name as name, written_at as "writtenAt"
    from google_reviews
    where business_id = ${businessId} and not is_anonymous and reviewer_name is not null and expires_at > ${now}
      and written_at > ${since}`.execute(trx)
  return rows
}

const readCustomers = async (trx: TenantTrx, businessId: string, id: string): Promise<Compared[]> => {
  const { rows } = await sql<Compared>`
    select c.side, i.contact_name as name, c.meant_at as "meantAt"
    from experiment_customers c
    left join invoices i
      on i.business_id = c.business_id and i.tenant_id = c.tenant_id and i.invoice_id = c.invoice_id
    where c.business_id = ${businessId} and c.experiment_id = ${id}`.execute(trx)
  return rows
}

const countOne = async (customers: Compared[], { registeredAt }: Countable, reviews: ReviewsByName) => {
  const sum = { a: { customers: 0, came: 0 }, b: { customers: 0, came: 0 } }
  await inTurns(customers, (some) => {
    const counted = countReviewed(some, reviews, { since: registeredAt, windowMs: WINDOW_DAYS * DAY_MS })
    for (const side of ['a', 'b'] as const) {
      sum[side].customers += counted[side].customers
      sum[side].came += counted[side].came
    }
  })
  return sum
}

/** So many names are mostly a few milliseconds. */
const NAMES_A_TURN = 100

/** The process that counts acknowledges webhooks as well: between two turns it does. */
const inTurns = async <Row>(rows: Row[], take: (some: Row[]) => void): Promise<void> => {
  for (let from = 0; from < rows.length; from += NAMES_A_TURN) {
    take(rows.slice(from, from + NAMES_A_TURN))
    await nextTurn()
  }
}
