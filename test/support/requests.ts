import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/** One review request in each of these states, each for an invoice of its own; their ids in that order. */
export const addRequests = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  states: string[],
): Promise<string[]> => {
  const ids: string[] = []
  for (const state of states) {
    const invoiceId = crypto.randomUUID()
    await sql`
      insert into invoices (business_id, tenant_id, invoice_id, type, status, total, amount_due, amount_paid,
                            amount_credited, updated_at, found_by)
      values (${businessId}, ${tenantId}, ${invoiceId}, 'ACCREC', 'PAID', 1, 0, 1, 0, now(), 'sweep')`.execute(
      db,
    )
    const { rows } = await sql<{ id: string }>`
      insert into review_requests (business_id, tenant_id, invoice_id, state, phone_hash, phone_country, link_token,
                                   correlation_id, scheduled_at, due_at, checked_at)
      values (${businessId}, ${tenantId}, ${invoiceId}, ${state}, '\\x00', 'AU', ${crypto.randomUUID()}, 'test',
              now(), now(), now())
      returning id`.execute(db)
    ids.push(rows[0]!.id)
  }
  return ids
}

/** What became of them, in the order of the ids. */
export const statesOf = async (db: Db, ids: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('review_requests')
    .select(['id', 'state', 'state_reason'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, [row.state, row.state_reason].filter(Boolean).join(': ')]))
  return ids.map((id) => byId.get(id)!)
}
