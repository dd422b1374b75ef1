import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

export type PaymentsCount = {
  /** Paid at Stripe and credited not exactly once, or with another amount. */
  notOnce: string[]
  /** Credited and never paid. */
  unpaid: string[]
  ledgerSum: number
  ledgerTotal: number
  offBalance: number
  waiting: number
}

const LOOK_MS = 500

/** Waits until every event is handled, then compares the ledger with what Stripe took. */
export const countPayments = async (
  pool: Pool,
  taken: Map<string, number>,
  patienceMs: number,
): Promise<PaymentsCount> => {
  const end = Date.now() + patienceMs
  let waiting = await countWaiting(pool)
  while (waiting > 0 && Date.now() < end) {
    await pause(LOOK_MS)
    waiting = await countWaiting(pool)
  }
  const { rows } = await pool.query<{ session: string; times: number; cents: number }>(
    `select t.reference as session, count(distinct t.id)::int as times, sum(e.amount_cents)::int as cents
     from transfers t
     join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
     where t.kind = 'topup' group by t.reference`,
  )
  const credited = new Map(rows.map((row) => [row.session, row]))
  const { rows: sums } = await pool.query<Pick<PaymentsCount, 'ledgerSum' | 'ledgerTotal' | 'offBalance'>>(
    `select (select coalesce(sum(amount_cents), 0)::int from entries) as "ledgerSum",
            (select coalesce(-sum(amount_cents), 0)::int from entries where account = 'card') as "ledgerTotal",
            (select count(*)::int from balances b where b.available_cents <> (
               select coalesce(sum(e.amount_cents), 0) from entries e
               where e.business_id = b.business_id and e.account = 'available')) as "offBalance"`,
  )
  return {
    notOnce: [...taken].flatMap(([session, cents]) => {
      const row = credited.get(session)
      return row?.times === 1 && row.cents === cents ? [] : [session]
    }),
    unpaid: rows.flatMap(({ session }) => (taken.has(session) ? [] : [session])),
    waiting,
    ...sums[0]!,
  }
}

const countWaiting = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from stripe_events where handled_at is null',
  )
  return rows[0]!.count
}
