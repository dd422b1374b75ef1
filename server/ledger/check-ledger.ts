import { sql } from 'kysely'
import { inSnapshot, type Db, type SystemTrx } from '../database/database.ts'

export type LedgerFault = { businessId: string; fault: string }

const MOST = 20

/**
 * Checks everything that must hold of the ledger at any moment, of one business or of all, in one snapshot, so that
 * work under way causes no false fault. Returns at most 20 faults of a kind; none: every cent is accounted for.
 */
export const checkLedger = (db: Db, businessId?: string): Promise<LedgerFault[]> =>
  inSnapshot(db, async (trx) => {
    const faults: LedgerFault[] = []
    for (const check of [transfersBalance, balancesAreTheirEntries, reservedIsInFlight, capturesAreTexts]) {
      faults.push(...(await check(trx, businessId ?? null)))
    }
    return faults
  })

const transfersBalance = async (trx: SystemTrx, businessId: string | null): Promise<LedgerFault[]> => {
  const { rows } = await sql<{ businessId: string; id: string; sum: number | null }>`
    select t.business_id as "businessId", t.id, sum(e.amount_cents)::bigint as sum
    from transfers t
    left join entries e on e.business_id = t.business_id and e.transfer_id = t.id
    where ${businessId}::uuid is null or t.business_id = ${businessId}::uuid
    group by t.business_id, t.id
    having sum(e.amount_cents) is distinct from 0
    limit ${MOST}`.execute(trx)
  return rows.map(({ id, sum, ...row }) => ({
    businessId: row.businessId,
    fault: sum === null ? `transfer ${id} moves nothing` : `transfer ${id} sums to ${sum} cents, not to zero`,
  }))
}

const balancesAreTheirEntries = async (trx: SystemTrx, businessId: string | null): Promise<LedgerFault[]> => {
  const { rows } = await sql<{ businessId: string; account: string; kept: number; moved: number }>`
    with moved as (
      select business_id,
             coalesce(sum(amount_cents) filter (where account = 'available'), 0)::bigint as available,
             coalesce(sum(amount_cents) filter (where account = 'reserved'), 0)::bigint  as reserved
      from entries
      where ${businessId}::uuid is null or business_id = ${businessId}::uuid
      group by business_id
    ), kept as (
      select * from balances where ${businessId}::uuid is null or business_id = ${businessId}::uuid
    )
    select coalesce(kept.business_id, moved.business_id) as "businessId", side.account,
           coalesce(side.kept, 0) as kept, coalesce(side.moved, 0) as moved
    from kept full join moved on moved.business_id = kept.business_id
    cross join lateral (values ('available', kept.available_cents, moved.available),
                               ('reserved', kept.reserved_cents, moved.reserved)) as side (account, kept, moved)
    where coalesce(side.kept, 0) <> coalesce(side.moved, 0)
    limit ${MOST}`.execute(trx)
  return rows.map(({ account, kept, moved, ...row }) => ({
    businessId: row.businessId,
    fault: `the ${account} balance says ${kept} cents, its entries sum to ${moved}`,
  }))
}

const reservedIsInFlight = async (trx: SystemTrx, businessId: string | null): Promise<LedgerFault[]> => {
  const { rows } = await sql<{ businessId: string; reserved: number; open: number }>`
    with texts as (
      select business_id, price_cents, state from send_attempts
      union all
      select business_id, price_cents, state from test_texts
    ), open as (
      select business_id, sum(price_cents)::bigint as cents
      from texts
      where state in ('sending', 'retry', 'unknown')
        and (${businessId}::uuid is null or business_id = ${businessId}::uuid)
      group by business_id
    ), kept as (
      select * from balances where ${businessId}::uuid is null or business_id = ${businessId}::uuid
    )
    select coalesce(kept.business_id, open.business_id) as "businessId",
           coalesce(kept.reserved_cents, 0) as reserved, coalesce(open.cents, 0) as open
    from kept full join open on open.business_id = kept.business_id
    where coalesce(kept.reserved_cents, 0) <> coalesce(open.cents, 0)
    limit ${MOST}`.execute(trx)
  return rows.map(({ reserved, open, ...row }) => ({
    businessId: row.businessId,
    fault: `${reserved} cents are reserved, the texts on their way cost ${open}`,
  }))
}

const capturesAreTexts = async (trx: SystemTrx, businessId: string | null): Promise<LedgerFault[]> => {
  const { rows } = await sql<{
    businessId: string
    attempt: string
    captured: number | null
    price: number | null
  }>`
    with captured as (
      select t.business_id, t.reference, sum(e.amount_cents)::bigint as cents
      from transfers t
      join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'earned'
      where t.kind = 'capture' and (${businessId}::uuid is null or t.business_id = ${businessId}::uuid)
      group by t.business_id, t.reference
    ), accepted as (
      select business_id, id::text as reference, price_cents as cents
      from (
        select business_id, id, price_cents, state from send_attempts
        union all
        select business_id, id, price_cents, state from test_texts) texts
      where state = 'accepted' and (${businessId}::uuid is null or business_id = ${businessId}::uuid)
    )
    select business_id as "businessId", reference as attempt, captured.cents as captured, accepted.cents as price
    from captured full join accepted using (business_id, reference)
    where captured.cents is distinct from accepted.cents
    limit ${MOST}`.execute(trx)
  return rows.map(({ attempt, captured, price, ...row }) => ({
    businessId: row.businessId,
    fault: captureWords(attempt, captured, price),
  }))
}

const captureWords = (attempt: string, captured: number | null, price: number | null): string => {
  if (captured === null) return `attempt ${attempt} was accepted at ${price} cents and never charged`
  if (price === null) return `attempt ${attempt} was charged ${captured} cents and never accepted`
  return `attempt ${attempt} was accepted at ${price} cents and charged ${captured}`
}
