import { z } from 'zod'
import { DAY_MS } from '../../platform/dates.ts'
import { ENOUGH_TRIES, enqueue } from '../../platform/postgres/work/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyStripeObject, UNKNOWN } from './apply-stripe-object.ts'

const reversalPayload = z.object({ id: z.string().min(1), dailySince: z.iso.datetime().optional() })

const MONTH_MS = 30 * DAY_MS

/**
 * Brings the ledger to what Stripe says of a refund or a dispute by now. Where Stripe cannot say, it throws and the
 * job is tried again soon; where tries run out, every day for a month, and `doctor` shows it as long.
 */
export const lookAtReversal = async (
  deps: PaymentDeps,
  payload: unknown,
  { left } = { left: ENOUGH_TRIES },
): Promise<void> => {
  const { id, dailySince } = reversalPayload.parse(payload)
  try {
    const outcome = await applyStripeObject(deps, id)
    // So it answers a wrong key, too.
    if (outcome === UNKNOWN)
      throw new Error(`Stripe does not know ${id}, of which the ledger has a movement.`)
  } catch (cause) {
    if (left >= ENOUGH_TRIES && !dailySince) throw cause
    deps.log.error({ err: cause, stripe: id, dailySince }, 'a refund or a dispute cannot be read at Stripe')
    const now = await deps.databaseNow()
    // It belongs to an account of before.
    if (dailySince && now.getTime() - Date.parse(dailySince) > MONTH_MS) return
    await enqueue(
      deps.db,
      'look-at-reversal',
      { id, dailySince: dailySince ?? now.toISOString() },
      { key: `look-at-reversal:${id}`, queue: 'stripe', runAt: new Date(now.getTime() + DAY_MS) },
    )
  }
}
