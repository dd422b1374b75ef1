import type { Insertable, Updateable } from 'kysely'
import type { TopUpState } from '../../../contracts/payments.ts'
import type { Db, TenantTrx } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { CHECKOUT_MOVES } from './checkout-life.ts'

/** With an `id` it is one that Stripe has and that was lost here. */
type Order = Omit<Insertable<Tables['checkouts']>, 'state'>
export type Change = Omit<Updateable<Tables['checkouts']>, 'state' | 'business_id' | 'id'>

/** Records what is to be paid. Undefined where its key was used, or a charge of the card is under way, already. */
export const orderCheckout = async (trx: TenantTrx, order: Order): Promise<string | undefined> => {
  const written = await trx
    .insertInto('checkouts')
    .values({ ...order, state: CHECKOUT_MOVES.order.to })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id
}

/** Records Stripe's state of a checkout that the caller has locked; `state` comes from `nextCheckoutState`. */
export const moveCheckout = async (
  trx: TenantTrx,
  { businessId, id }: { businessId: string; id: string },
  state: TopUpState,
  change: Change,
): Promise<void> => {
  await trx
    .updateTable('checkouts')
    .set({ ...change, state })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

/** A charge that was certainly not made. Undefined where it is not open any more. */
export const failOpenCharge = (
  trx: TenantTrx,
  { businessId, id }: { businessId: string; id: string },
  change: { failure: 'unusable' | 'not_made'; failed_at: Date },
): Promise<{ card_id: string | null } | undefined> =>
  trx
    .updateTable('checkouts')
    .set({ ...change, state: CHECKOUT_MOVES.fail.to })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('is_automatic', '=', true)
    .where('state', '=', 'open')
    .returning('card_id')
    .executeTakeFirst()

/** Orders of all businesses whose page was asked for without an answer: a payment would have named the order. */
export const expireWithoutPage = async (db: Db, expiredBefore: Date): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ state: CHECKOUT_MOVES.expire.to })
    .where('state', '=', 'open')
    .where('session_id', 'is', null)
    .where('is_automatic', '=', false)
    .where('expires_at', '<', expiredBefore)
    .execute()
}

/** One that Stripe does not know, as after a change of its account. Paid after all, it counts. */
export const expireUnknownPage = async (db: Db, sessionId: string, expiredBefore: Date): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ state: CHECKOUT_MOVES.expire.to })
    .where('state', '=', 'open')
    .where('session_id', '=', sessionId)
    .where('is_automatic', '=', false)
    .where('expires_at', '<', expiredBefore)
    .execute()
}
