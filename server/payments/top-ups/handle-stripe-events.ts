import { sql } from 'kysely'
import { failedAt, isPassing, isWaiting } from '../../platform/postgres/work/inbox.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyStripeObject } from './apply-stripe-object.ts'

/**
 * Handles the events about one object of Stripe's that are due. One that cannot be handled is tried again
 * later, and put aside as dead in the end. Throws VendorFailure when Stripe cannot be asked.
 */
export const handleStripeEvents = async (deps: PaymentDeps, objectId: string): Promise<void> => {
  const { db, sqlNow, log } = deps
  const { rows } = await sql<{ id: string }>`
    select id from stripe_events e where object_id = ${objectId} and ${isWaiting(sqlNow())}`.execute(db)
  if (rows.length === 0) return
  // Events that came while Stripe was asked stay: they are handled in the next run.
  const ids = rows.map(({ id }) => id)
  try {
    const outcome = await applyStripeObject(deps, objectId)
    await db
      .updateTable('stripe_events')
      .set({ handled_at: sql<Date>`${sqlNow()}`, outcome })
      .where('id', 'in', ids)
      .execute()
  } catch (cause) {
    if (isPassing(cause)) throw cause
    log.error({ err: cause, objectId, events: ids }, 'events of Stripe could not be handled')
    await sql`update stripe_events set ${failedAt(sqlNow(), cause)} where id = any(${ids})`.execute(db)
  }
}
