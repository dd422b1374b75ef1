import { sql } from 'kysely'
import type { TenantTrx } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'

type Account = Tables['entries']['account']

export type Movement = {
  kind: Tables['transfers']['kind']
  reference: string
  note?: string
  at: Date
  from: Account
  to: Account
  cents: number
}

/**
 * Movements in the past, which no verb of the product can write; the ledger's own checks apply to them as well.
 */
export const moveFunds = async (trx: TenantTrx, businessId: string, movements: Movement[]): Promise<void> => {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as w (
        kind text, reference text, note text, at timestamptz, "from" text, "to" text, cents bigint)
    ), booked as (
      insert into transfers (business_id, kind, reference, note, created_at)
      select ${businessId}, kind, reference, note, at from wanted order by at
      returning id, kind, reference
    )
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${businessId}, booked.id, side.account, side.sign * wanted.cents
    from booked
    join wanted using (kind, reference)
    cross join lateral (values (wanted."from", -1), (wanted."to", 1)) as side (account, sign)`.execute(trx)
}
