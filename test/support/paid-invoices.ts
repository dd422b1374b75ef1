import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

type Where = { businessId: string; tenantId: string }
type Columns = Record<string, string | number | Date | Buffer | null>

/** An invoice on record as paid, two hours ago unless said otherwise, with no decision yet. Its id. */
export const addPaid = async (db: Db, where: Where, columns: Columns = {}): Promise<string> => {
  const invoiceId = crypto.randomUUID()
  await insert(db, 'invoices', {
    ...keyOf(where, invoiceId),
    number: `INV-${invoiceId.slice(0, 6)}`,
    type: 'ACCREC',
    status: 'PAID',
    contact_id: crypto.randomUUID(),
    contact_name: 'Sam Green',
    total: 100,
    currency: 'AUD',
    amount_due: 0,
    amount_paid: 100,
    amount_credited: 0,
    updated_at: hoursAgo(2),
    first_seen_at: hoursAgo(2),
    found_by: 'webhook',
    ...columns,
  })
  return invoiceId
}

export const addDecision = async (db: Db, where: Where, columns: Columns = {}): Promise<string> => {
  const invoiceId = await addPaid(db, where)
  await insert(db, 'decisions', {
    ...keyOf(where, invoiceId),
    outcome: 'scheduled',
    reason: null,
    found_by: 'webhook',
    decided_at: hoursAgo(2),
    ...columns,
  })
  return invoiceId
}

/** A paid invoice, the decision to text, and its request. */
export const addRequest = async (db: Db, where: Where, columns: Columns = {}): Promise<string> => {
  const invoice_id = await addDecision(db, where)
  const id = crypto.randomUUID()
  await insert(db, 'review_requests', {
    ...keyOf(where, invoice_id),
    id,
    phone_hash: Buffer.from('00', 'hex'),
    phone_country: 'AU',
    link_token: id,
    correlation_id: 'test',
    scheduled_at: hoursAgo(2),
    due_at: hoursAgo(2),
    checked_at: hoursAgo(2),
    ...columns,
  })
  return id
}

export const addAttempt = async (
  db: Db,
  { businessId }: Where,
  requestId: string,
  columns: Columns = {},
): Promise<string> => {
  const id = crypto.randomUUID()
  await insert(db, 'send_attempts', {
    business_id: businessId,
    id,
    request_id: requestId,
    number: 1,
    price_cents: 9,
    ...columns,
  })
  return id
}

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

const keyOf = ({ businessId, tenantId }: Where, invoiceId: string) => ({
  business_id: businessId,
  tenant_id: tenantId,
  invoice_id: invoiceId,
})

const insert = async (db: Db, table: string, columns: Columns): Promise<void> => {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))})`.execute(
    db,
  )
}
