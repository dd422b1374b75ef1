import { sql } from 'kysely'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate } from '../../platform/dates.ts'
import type { Receipt } from './draw-receipt.ts'
import { receiptNumber, taxOn, type REVERSALS, type Seller } from './receipt-rules.ts'

type Reversal = { kind: keyof typeof REVERSALS; at: Date; cents: number }

/** What is on paper for a top-up of this business; undefined while it is not paid. */
export const findReceipt = async (
  trx: TenantTrx,
  { businessId, id, seller }: { businessId: string; id: string; seller: Seller },
): Promise<Receipt | undefined> => {
  const paid = await trx
    .selectFrom('checkouts as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.amount_cents', 'c.currency', 'c.paid_at', 'c.card_words', 'b.name', 'u.email'])
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', id)
    .where('c.state', '=', 'paid')
    .executeTakeFirst()
  if (!paid?.paid_at) return undefined
  const { rows: reversals } = await sql<Reversal>`
    select t.kind, t.created_at as at, e.amount_cents as cents
    from transfers t
    join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
    where t.business_id = ${businessId} and t.checkout_id = ${id} and t.kind in ('refund', 'dispute', 'reinstate')
    order by t.created_at, t.id`.execute(trx)
  const timeZone = await findTimeZone(trx, businessId)
  const { printable } = await import('../../platform/print-font.ts')
  const day = localDate(paid.paid_at, timeZone)
  return {
    number: receiptNumber(id),
    day,
    seller,
    tax: taxOn(seller, day),
    buyer: printable(paid.name) || (paid.email ?? businessId),
    currency: paid.currency,
    cents: paid.amount_cents,
    card: paid.card_words,
    reversals: reversals.map(({ kind, at, cents }) => ({ kind, day: localDate(at, timeZone), cents })),
  }
}
