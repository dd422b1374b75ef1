import { applyStripeObject } from './apply-stripe-object.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** Everything that Stripe told us about one object and that nobody has dealt with yet. */
export const handleStripeEvents = async (deps: PaymentDeps, objectId: string): Promise<void> => {
  const { db, clock } = deps
  const waiting = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('object_id', '=', objectId)
    .where('handled_at', 'is', null)
    .execute()
  if (waiting.length === 0) return
  const outcome = await applyStripeObject(deps, objectId)
  // Those that came while Stripe was asked are looked at again.
  await db
    .updateTable('stripe_events')
    .set({ handled_at: clock(), outcome })
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute()
}
