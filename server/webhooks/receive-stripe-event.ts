import { asSystem, type Db } from '../database/database.ts'
import type { StripeEvent } from '../integrations/stripe/stripe-types.ts'
import { wake } from '../platform/postgres/work/wake.ts'
import { MONEY_EVENTS } from '../payments/top-ups/stripe-event-rules.ts'

export type StripeDoor = { db: Db; isLive: boolean }

/**
 * The inbox: keeps each event once and wakes a worker for what it is about. Events that move no money of ours are
 * acknowledged and dropped. Throws when it could not be written: then Stripe must send it again.
 */
export const receiveStripeEvent = async ({ db, isLive }: StripeDoor, event: StripeEvent): Promise<void> => {
  const isOurs = event.isLive === isLive && event.account === undefined
  if (!isOurs || !MONEY_EVENTS.has(event.type)) return
  await asSystem(db, async (trx) => {
    const kept = await trx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        object_id: event.objectId,
        created_at: event.createdAt,
        found_by: 'webhook',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept) wake(trx, `stripe:${event.objectId}`)
  })
}
