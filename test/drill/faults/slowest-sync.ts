import type { Pool } from 'pg'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'

/** The longest that a webhook of these invoices waited until its invoice was read and decided, in ms. */
export const slowestSync = async (admin: Pool, counts: number[]): Promise<number> => {
  const { rows } = await admin.query<{ ms: number }>(
    `select coalesce(max(extract(epoch from handled_at - received_at)) * 1000, 0)::float as ms
     from xero_events where resource_id = any($1)`,
    [counts.map(invoiceId)],
  )
  return rows[0]!.ms
}
