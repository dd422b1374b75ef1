import { z } from 'zod'
import { DAY_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'

const forgetPayload = z.object({ cardId: z.string().min(1), dailySince: z.iso.datetime().optional() })

/** A job without tries left is never run again: a worker that is killed at the last ones must not end it. */
const ENOUGH_TRIES = 5

/**
 * Deletes a card at Stripe. Where Stripe does not answer, it throws VendorFailure and the job is tried again soon.
 * Where it refuses, or tries run out, the card is tried every day until it is gone, and `doctor` shows it as long.
 */
export const forgetCard = async (
  { db, stripe, clock, log }: Pick<PaymentDeps, 'db' | 'stripe' | 'clock' | 'log'>,
  payload: unknown,
  { left } = { left: ENOUGH_TRIES },
): Promise<void> => {
  const { cardId, dailySince } = forgetPayload.parse(payload)
  try {
    await stripe.forgetCard(cardId)
  } catch (cause) {
    const isRefused = cause instanceof VendorFailure && cause.kind === 'rejected'
    if (!isRefused && left >= ENOUGH_TRIES) throw cause
    const now = clock()
    log.error(
      { err: cause, card: cardId, dailySince },
      'Stripe does not forget a card that its owner removed',
    )
    await enqueue(
      db,
      'forget-card',
      { cardId, dailySince: dailySince ?? now.toISOString() },
      { key: `forget-card:${cardId}`, queue: 'stripe', runAt: new Date(now.getTime() + DAY_MS) },
    )
  }
}
