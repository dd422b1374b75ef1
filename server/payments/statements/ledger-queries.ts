import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'

export type Balance = {
  availableCents: number
  reservedCents: number
  onItsWayCents: number
  currency: string
  hasMoved: boolean
  joinedAt: Date
}

export const findBalance = async (trx: TenantTrx, businessId: string): Promise<Balance> => {
  const { rows } = await sql<Balance>`
    select coalesce(f.available_cents, 0) as "availableCents", coalesce(f.reserved_cents, 0) as "reservedCents",
           (select coalesce(sum(c.amount_cents), 0) from checkouts c
            where c.business_id = b.id and c.state = 'processing') as "onItsWayCents",
           b.currency, f.business_id is not null as "hasMoved", b.created_at as "joinedAt"
    from businesses b left join balances f on f.business_id = b.id
    where b.id = ${businessId}`.execute(trx)
  return rows[0]!
}

export type MovementRow = {
  id: string
  at: Date
  /** The same moment, to the microsecond. */
  place: string
  /** `reserve` stands for the text itself; whether it was captured or released is in `settledAs`. */
  kind: string
  note: string | null
  reference: string
  availableCents: number
  settledAs: 'capture' | 'release' | null
  isUndelivered: boolean
  requestId: string | null
  isTest: boolean
  customerName: string | null
  invoiceNumber: string | null
  /** What can be spent now, after every movement there is. */
  nowCents: number
}

/**
 * What changed the balance, newest first: a text is one row, from when its price was set aside. A capture is none,
 * since it takes nothing more from what can be spent, and no row ever changes its amount or its place.
 */
export const findMovements = async (
  trx: TenantTrx,
  businessId: string,
  { after, most }: { after: { at: string; id: string } | undefined; most: number },
): Promise<MovementRow[]> => {
  const beyond = after ? sql`and (t.created_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<MovementRow>`
    select ${MOVEMENT},
           coalesce((select available_cents from balances where business_id = ${businessId}), 0) as "nowCents"
    from (
      select * from transfers t
      where t.business_id = ${businessId} and t.kind <> 'capture' ${beyond}
      order by t.created_at desc, t.id desc
      limit ${most}) t
    ${DETAILS}
    order by t.created_at desc, t.id desc`.execute(trx)
  return rows
}

/** The same rows of some time, oldest first. */
export const findMovementsBetween = async (
  trx: TenantTrx,
  businessId: string,
  { begins, ends }: { begins: Date; ends: Date },
): Promise<Omit<MovementRow, 'nowCents'>[]> => {
  const { rows } = await sql<MovementRow>`
    select ${MOVEMENT}
    from transfers t
    ${DETAILS}
    where t.business_id = ${businessId} and t.kind <> 'capture' and t.created_at >= ${begins} and t.created_at < ${ends}
    order by t.created_at, t.id`.execute(trx)
  return rows
}

const MOVEMENT = sql`
  t.id, t.created_at as at, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
  t.kind, t.note, t.reference, moved.cents as "availableCents", settled.kind as "settledAs",
  coalesce(settled.kind = 'capture' and r.state = 'failed', false) as "isUndelivered", r.id as "requestId",
  x.id is not null as "isTest", r.customer_name as "customerName", r.invoice_number as "invoiceNumber"`

const DETAILS = sql`
  cross join lateral (
    select coalesce(sum(e.amount_cents) filter (where e.account = 'available'), 0)::bigint as cents,
           case when t.kind in ('reserve', 'release') and t.reference ~ '^[0-9a-f-]{36}$'
             then t.reference::uuid end as text_id
    from entries e
    where e.business_id = t.business_id and e.transfer_id = t.id) moved
  left join transfers settled
    on t.kind = 'reserve' and settled.business_id = t.business_id and settled.reference = t.reference
      and settled.kind in ('capture', 'release')
  left join send_attempts a on a.business_id = t.business_id and a.id = moved.text_id
  left join review_requests r on r.business_id = t.business_id and r.id = a.request_id
  left join test_texts x on x.business_id = t.business_id and x.id = moved.text_id`
