import { sql } from 'kysely'
import type { TenantTrx, Trx } from '../../database/database.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { Row } from '../../database/tables.ts'

export type AutoTopUpRow = Row<'auto_top_ups'>

export const findAutoTopUp = (trx: TenantTrx, businessId: string): Promise<AutoTopUpRow | undefined> =>
  trx.selectFrom('auto_top_ups').selectAll().where('business_id', '=', businessId).executeTakeFirst()

/** Until the transaction ends, no other process begins, ends or changes a charge of this business. */
export const lockAutoTopUp = (trx: Trx, businessId: string): Promise<AutoTopUpRow | undefined> =>
  trx
    .selectFrom('auto_top_ups')
    .selectAll()
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

/** Charges of this month that were made or are under way. */
export const chargedInMonthCents = async (
  trx: TenantTrx,
  businessId: string,
  month: string,
): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from checkouts
    where business_id = ${businessId} and is_automatic and month = ${month}
      and state in ('open', 'processing', 'paid')`.execute(trx)
  return rows[0]!.cents
}

/**
 * Nothing is charged from here on until the owner acts. The first reason stays, except that `taken_back` replaces any
 * other. A refusal of the card of one charge (`cardId`) does not pause another card that she saved meanwhile.
 */
export const pauseAutoTopUp = async (
  trx: TenantTrx,
  businessId: string,
  reason: NonNullable<AutoTopUpRow['paused_reason']>,
  now: Date,
  cardId?: string | null,
): Promise<void> => {
  await trx
    .updateTable('auto_top_ups')
    .set({ paused_reason: reason, paused_at: now, told_at: null })
    .where('business_id', '=', businessId)
    .where('is_on', '=', true)
    .$if(typeof cardId === 'string', (query) => query.where('card_id', '=', cardId!))
    .where((either) =>
      // A reversal outweighs a card that failed: another card must not start it again.
      reason === 'taken_back'
        ? either.or([either('paused_reason', 'is', null), either('paused_reason', '<>', reason)])
        : either('paused_reason', 'is', null),
    )
    .execute()
}

export const turnOffAutoTopUp = async (trx: Trx, businessId: string): Promise<void> => {
  await trx
    .updateTable('auto_top_ups')
    .set({ is_on: false, paused_reason: null, paused_at: null })
    .where('business_id', '=', businessId)
    .execute()
}

export const NO_CARD = { card_id: null, card_brand: null, card_last4: null, card_ends: null } as const

/** Once the transaction is committed, the card is deleted at Stripe; tried again for days where it does not answer. */
export const enqueueForgetting = (trx: Trx, cardId: string): Promise<void> =>
  enqueue(trx, 'forget-card', { cardId }, { key: `forget-card:${cardId}`, queue: 'stripe' })
