import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { fundsAdded } from './funds-added.ts'

/**
 * The operator gives a business funds, once per `reference`; texts that wait for funds are due at the pace of a top-up.
 * Returns false when the reference was granted before. Throws Refusal where that was another amount, and on one that is
 * not a whole positive number of cents.
 */
export const grantFunds = async (
  trx: Trx,
  businessId: string,
  { cents, note, reference, now }: { cents: number; note: string; reference: string; now: Date },
): Promise<boolean> => {
  if (!Number.isSafeInteger(cents) || cents <= 0) {
    throw new Refusal('amount', 422, 'The amount must be a whole number of cents above zero.')
  }
  const { rows } = await sql`
    with booked as (
      insert into transfers (business_id, kind, reference, note)
      values (${businessId}, 'grant', ${reference}, ${note})
      on conflict (business_id, reference, kind) do nothing
      returning id
    )
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${businessId}, booked.id, side.account, side.sign * ${cents}::bigint
    from booked cross join (values ('granted', -1), ('available', 1)) as side (account, sign)
    returning transfer_id`.execute(trx)
  if (rows.length === 0) {
    const before = await findGranted(trx, businessId, reference)
    if (before !== cents) throw grantedAnother(before)
    return false
  }
  await fundsAdded(trx, businessId, now)
  return true
}

const findGranted = async (trx: Trx, businessId: string, reference: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select e.amount_cents as cents
    from transfers t
    join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
    where t.business_id = ${businessId} and t.reference = ${reference} and t.kind = 'grant'`.execute(trx)
  return rows[0]!.cents
}

const grantedAnother = (cents: number): Refusal =>
  new Refusal(
    'key-used',
    409,
    `This grant was made already, of ${(cents / 100).toFixed(2)}. Nothing was done: look at the funds before you grant more.`,
  )
