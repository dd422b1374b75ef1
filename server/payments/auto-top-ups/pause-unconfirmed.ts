import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { lockAutoTopUp, pauseAutoTopUp } from './auto-top-up-queries.ts'

/**
 * Pauses what could charge a card on terms that its owner may have withdrawn in what the database has forgotten: what
 * is on and has a card, or a card on its way. She is mailed as of each pause. Returns how many were paused since then.
 */
export const pauseUnconfirmed = async (
  { db, databaseNow }: Pick<PaymentDeps, 'db' | 'databaseNow'>,
  since: Date,
): Promise<number> => {
  for (const businessId of await findChargeable(db)) {
    const now = await databaseNow()
    await asBusiness(db, businessId, async (trx) => {
      await lockAutoTopUp(trx, businessId)
      await pauseAutoTopUp(trx, businessId, 'unconfirmed', now)
    })
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) from auto_top_ups where paused_reason = 'unconfirmed' and paused_at >= ${since}`.execute(
    db,
  )
  return rows[0]!.count
}

const findChargeable = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ business_id: string }>`
    select a.business_id from auto_top_ups a
    where a.is_on and a.paused_reason is null
      and (a.card_id is not null
           or exists (select from card_setups s where s.business_id = a.business_id and s.state = 'open'))
    order by a.business_id`.execute(db)
  return rows.map(({ business_id: businessId }) => businessId)
}
