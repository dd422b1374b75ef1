import type { Pool } from 'pg'

export type Money = {
  /** All entries together, in cents: zero. */
  ledgerSum: number
  /** Businesses whose running balance differs from grants minus captures. */
  offBalance: number
  reserved: number
  /** Requests that were sent and whose captures are not exactly one. */
  uncaptured: number
  /** Attempts of unknown outcome that were looked for at the gateway. */
  unknown: number
}

export const countMoney = async (pool: Pool): Promise<Money> => {
  const { rows } = await pool.query<Money>(
    `select
       (select coalesce(sum(amount_cents), 0)::int from entries) as "ledgerSum",
       (select count(*)::int from balances b
        where b.available_cents <> (
          select coalesce(-sum(e.amount_cents), 0) from entries e
          where e.business_id = b.business_id and e.account in ('granted', 'card', 'earned', 'reserved'))
          or b.available_cents + b.reserved_cents <> (
          select coalesce(-sum(e.amount_cents), 0) from entries e
          where e.business_id = b.business_id and e.account in ('granted', 'card', 'earned'))) as "offBalance",
       (select coalesce(sum(reserved_cents), 0)::int from balances) as reserved,
       (select count(*)::int from review_requests r
        where r.sent_at is not null and 1 <> (
          select count(*) from send_attempts a
          join transfers t on t.business_id = a.business_id and t.reference = a.id::text and t.kind = 'capture'
          where a.business_id = r.business_id and a.request_id = r.id)) as uncaptured,
       (select count(*)::int from send_attempts where looks > 0) as unknown`,
  )
  return rows[0]!
}
