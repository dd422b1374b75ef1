import { z } from 'zod'
import { DAY_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'

const forgetPayload = z.object({ cardId: z.string().min(1), refusedAt: z.iso.datetime().optional() })

/**
 * Deletes a card at Stripe. Where Stripe refuses, that is reported and tried again every day until it is gone, so that
 * `doctor` shows it as long; where Stripe does not answer, VendorFailure is thrown and the job tried again soon.
 */
export const forgetCard = async (
  { db, stripe, clock, log }: Pick<PaymentDeps, 'db' | 'stripe' | 'clock' | 'log'>,
  payload: unknown,
): Promise<void> => {
  const { cardId, refusedAt } = forgetPayload.parse(payload)
  try {
    await stripe.forgetCard(cardId)
  } catch (cause) {
    if (!(cause instanceof VendorFailure && cause.kind === 'rejected')) throw cause
    const now = clock()
    log.error(
      { err: cause, card: cardId, refusedAt },
      'Stripe refuses to forget a card that its owner removed',
    )
    await enqueue(
      db,
      'forget-card',
      { cardId, refusedAt: refusedAt ?? now.toISOString() },
      { key: `forget-card:${cardId}`, runAt: new Date(now.getTime() + DAY_MS) },
    )
  }
}
