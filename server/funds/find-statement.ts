import { sql } from 'kysely'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import type { Trx } from '../database.ts'
import { instantOf } from '../platform/dates.ts'
import type { Statement, StatementLine } from './statement-rules.ts'

/** Funds of one month, `YYYY-MM` of the business's own calendar. What is set aside for texts on their way still counts. */
export const findStatement = async (trx: Trx, businessId: string, month: string): Promise<Statement> => {
  const timeZone = await findTimeZone(trx, businessId)
  const [year, number] = month.split('-').map(Number) as [number, number]
  const begins = instantOf({ year, month: number, day: 1, hour: 0, minute: 0 }, timeZone)
  const ends = instantOf({ year, month: number + 1, day: 1, hour: 0, minute: 0 }, timeZone)
  const business = await trx
    .selectFrom('businesses')
    .select(['name', 'currency'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const { rows: opening } = await sql<{ cents: number }>`
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
    from transfers t
    join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account in ('available', 'reserved')
    where t.business_id = ${businessId} and t.created_at < ${begins}`.execute(trx)
  const { rows: lines } = await sql<StatementLine>`
    select to_char(t.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, t.kind, t.note, moved.cents, t.reference,
           r.customer_name as "customerName", r.invoice_number as "invoiceNumber"
    from transfers t
    cross join lateral (
      select coalesce(sum(e.amount_cents), 0)::bigint as cents
      from entries e
      where e.business_id = t.business_id and e.transfer_id = t.id and e.account in ('available', 'reserved')
    ) moved
    left join send_attempts a on a.business_id = t.business_id and t.kind = 'capture' and a.id::text = t.reference
    left join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where t.business_id = ${businessId} and t.created_at >= ${begins} and t.created_at < ${ends}
      and t.kind not in ('reserve', 'release')
    order by t.created_at, t.id`.execute(trx)
  return {
    businessName: business.name,
    currency: business.currency,
    month,
    openingCents: opening[0]!.cents,
    lines,
  }
}
