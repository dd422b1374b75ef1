import { z } from 'zod'
import { DAY_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { ENOUGH_TRIES, enqueue } from '../../platform/postgres/work/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'

type ForgetDeps = Pick<PaymentDeps, 'db' | 'stripe' | 'clock' | 'log'>

const dailySince = z.iso.datetime().optional()
const cardPayload = z.object({ cardId: z.string().min(1), dailySince })
const customerPayload = z.object({ customerId: z.string().min(1), dailySince })

/**
 * Deletes a card at Stripe. Where Stripe does not answer, it throws VendorFailure and the job is tried again soon.
 * Where it refuses, or tries run out, the card is tried every day until it is gone, and `doctor` shows it as long.
 */
export const forgetCard = async (
  deps: ForgetDeps,
  payload: unknown,
  { left } = { left: ENOUGH_TRIES },
): Promise<void> => {
  const asked = cardPayload.parse(payload)
  const { cardId } = asked
  await orDaily(deps, () => deps.stripe.forgetCard(cardId), {
    task: 'forget-card',
    id: cardId,
    asked,
    left,
    words: 'Stripe does not forget a card that its owner removed',
  })
}

/** The same of the customer that an erased business was at Stripe. */
export const forgetCustomer = async (
  deps: ForgetDeps,
  payload: unknown,
  { left } = { left: ENOUGH_TRIES },
): Promise<void> => {
  const asked = customerPayload.parse(payload)
  const { customerId } = asked
  await orDaily(deps, () => deps.stripe.forgetCustomer(customerId), {
    task: 'forget-customer',
    id: customerId,
    asked,
    left,
    words: 'Stripe does not forget a customer whose business is erased',
  })
}

type Forgetting = {
  task: string
  id: string
  asked: { dailySince?: string | undefined }
  left: number
  words: string
}

const orDaily = async (
  { db, clock, log }: ForgetDeps,
  forget: () => Promise<void>,
  { task, id, asked, left, words }: Forgetting,
): Promise<void> => {
  try {
    await forget()
  } catch (cause) {
    const isRefused = cause instanceof VendorFailure && cause.kind === 'rejected'
    if (!isRefused && left >= ENOUGH_TRIES && !asked.dailySince) throw cause
    const now = clock()
    log.error({ err: cause, stripe: id, dailySince: asked.dailySince }, words)
    await enqueue(
      db,
      task,
      { ...asked, dailySince: asked.dailySince ?? now.toISOString() },
      { key: `${task}:${id}`, queue: 'stripe', runAt: new Date(now.getTime() + DAY_MS) },
    )
  }
}
