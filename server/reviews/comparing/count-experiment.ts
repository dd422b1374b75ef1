import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { COUNTED_DAYS, WINDOW_DAYS, type Side } from '../../experiments/experiment-rules.ts'
import type { Counted } from '../../experiments/statistics-rules.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { countReviewed, type Compared, type Written } from './reviewed-rules.ts'

/** Whether one may start: only once all reviews were listed, because of half of them, the sides cannot be compared. */
export const canCountReviews = async (trx: TenantTrx, businessId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from profile_connections
    where business_id = ${businessId} and state = 'connected' and full_read_at is not null`.execute(trx)
  return rows.length > 0
}

/** The reviews of a full listing are kept for 30 days, and it takes a day at most: of an older one some are missing. */
const WHOLE_FOR_MS = 29 * DAY_MS

/**
 * Trouble that passes ends no comparison: what was listed whole is counted on while all of it is kept. It is judged by
 * a listing that was made once the last customer's days were over, or weeks that nobody read would count as none.
 */
const hasAllReviews = async (
  trx: TenantTrx,
  businessId: string,
  { judgedAt, now }: { judgedAt: Date; now: Date },
): Promise<boolean> => {
  const kept = new Date(now.getTime() - WHOLE_FOR_MS)
  const over = new Date(judgedAt.getTime() - (COUNTED_DAYS - WINDOW_DAYS) * DAY_MS)
  const { rows } = await sql`
    select from profile_connections
    where business_id = ${businessId} and state <> 'detaching' and full_read_at > ${kept}
      and (${now < judgedAt} or full_read_at >= ${over})`.execute(trx)
  return rows.length > 0
}

/**
 * Counted anew whenever it is shown, from the reviews as Google returned them within 30 days, and kept nowhere:
 * undefined where not all of them are here.
 */
export const countExperiment = async (
  trx: TenantTrx,
  businessId: string,
  { experimentId, judgedAt, now }: { experimentId: string; judgedAt: Date; now: Date },
): Promise<Record<Side, Counted> | undefined> => {
  if (!(await hasAllReviews(trx, businessId, { judgedAt, now }))) return undefined
  const customers = await sql<Compared>`
    select c.side, i.contact_name as name, c.meant_at as "meantAt"
    from experiment_customers c
    left join invoices i
      on i.business_id = c.business_id and i.tenant_id = c.tenant_id and i.invoice_id = c.invoice_id
    where c.business_id = ${businessId} and c.experiment_id = ${experimentId}`.execute(trx)
  const reviews = await sql<Written>`
    select reviewer_name as name, written_at as "writtenAt"
    from google_reviews
    where business_id = ${businessId} and not is_anonymous and reviewer_name is not null and expires_at > ${now}
      and written_at > (select registered_at from experiments
                        where business_id = ${businessId} and id = ${experimentId})`.execute(trx)
  return countReviewed(customers.rows, reviews.rows, WINDOW_DAYS * DAY_MS)
}
