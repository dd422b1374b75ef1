import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

type Account = Tables['entries']['account']

export type Booking = {
  kind: 'topup' | 'refund' | 'dispute' | 'reinstate'
  /** The vendor's own id of what moved the money: it moves once. */
  reference: string
  from: Account
  to: Account
  cents: number
  note?: string
  /** The payment whose money this is. */
  checkoutId?: string
}

/** Moves funds once for each reference; false when that was done before. */
export const bookTransfer = async (
  trx: TenantTrx,
  businessId: string,
  { kind, reference, from, to, cents, note, checkoutId }: Booking,
): Promise<boolean> => {
  const { rows } = await sql`
    with booked as (
      insert into transfers (business_id, kind, reference, note, checkout_id)
      values (${businessId}, ${kind}, ${reference}, ${note ?? null}, ${checkoutId ?? null})
      on conflict (business_id, reference, kind) do nothing
      returning id
    )
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${businessId}, booked.id, side.account, side.sign * ${cents}::bigint
    from booked cross join (values (${from}, -1), (${to}, 1)) as side (account, sign)
    returning transfer_id`.execute(trx)
  return rows.length > 0
}
