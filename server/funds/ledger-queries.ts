import { sql } from 'kysely'
import type { Trx } from '../database.ts'

export type Balance = { availableCents: number; reservedCents: number; currency: string }

export const findBalance = async (trx: Trx, businessId: string): Promise<Balance> => {
  const { rows } = await sql<Balance>`
    select coalesce(f.available_cents, 0) as "availableCents", coalesce(f.reserved_cents, 0) as "reservedCents",
           b.currency
    from businesses b left join balances f on f.business_id = b.id
    where b.id = ${businessId}`.execute(trx)
  return rows[0]!
}

export type MovementRow = {
  id: string
  at: Date
  /** The same moment, to the microsecond. */
  place: string
  kind: string
  note: string | null
  availableCents: number
  reservedCents: number
  requestId: string | null
  isTest: boolean
  customerName: string | null
  invoiceNumber: string | null
  /** What can be spent now, after every movement there is. */
  nowCents: number
}

/** Newest first. Movements of texts are told with the text that they paid for. */
export const findMovements = async (
  trx: Trx,
  businessId: string,
  { after, most }: { after: { at: string; id: string } | undefined; most: number },
): Promise<MovementRow[]> => {
  const beyond = after ? sql`and (t.created_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<MovementRow>`
    select t.id, t.created_at as at, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
           t.kind, t.note, moved.available as "availableCents", moved.reserved as "reservedCents",
           r.id as "requestId", x.id is not null as "isTest", r.customer_name as "customerName",
           r.invoice_number as "invoiceNumber",
           coalesce((select available_cents from balances where business_id = ${businessId}), 0) as "nowCents"
    from (
      select *, case when kind in ('reserve', 'capture', 'release') and reference ~ '^[0-9a-f-]{36}$'
                then reference::uuid end as text_id
      from transfers t
      where t.business_id = ${businessId} ${beyond}
      order by t.created_at desc, t.id desc
      limit ${most}) t
    cross join lateral (
      select coalesce(sum(e.amount_cents) filter (where e.account = 'available'), 0)::bigint as available,
             coalesce(sum(e.amount_cents) filter (where e.account = 'reserved'), 0)::bigint  as reserved
      from entries e
      where e.business_id = t.business_id and e.transfer_id = t.id) moved
    left join send_attempts a on a.business_id = t.business_id and a.id = t.text_id
    left join review_requests r on r.business_id = t.business_id and r.id = a.request_id
    left join test_texts x on x.business_id = t.business_id and x.id = t.text_id
    order by t.created_at desc, t.id desc`.execute(trx)
  return rows
}
