import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../../server/platform/dates.ts'
import { UNPAID } from './create-session.ts'
import type { Payment } from './world.ts'

const made = (prefix: string, length: number): string =>
  prefix + createHash('sha256').update(`${prefix} of the demo`).digest('hex').slice(0, length)

export const PAST_PAYMENT = {
  sessionId: made('cs_test_', 58),
  intentId: made('pi_', 24),
  amountCents: 2_000,
}

/** An evening in Perth. */
export const pastPaymentAt = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS - 17) * DAY_MS + 672 * MINUTE_MS)

/** A past top-up of the demo business, so that a receipt exists. */
export const pastPayment = (now: Date): Payment => {
  const createdAt = pastPaymentAt(now).getTime()
  return {
    ...UNPAID,
    ...PAST_PAYMENT,
    kind: 'checkout',
    customerId: null,
    reference: null,
    currency: 'aud',
    description: 'Text message funds for Whitlock Electrical',
    email: null,
    metadata: {},
    intentMetadata: {},
    receiptEmail: null,
    successUrl: '',
    cancelUrl: null,
    createdAt,
    expiresAt: createdAt + 30 * MINUTE_MS,
    status: 'complete',
    isPaid: true,
    intentStatus: 'succeeded',
    chargeId: made('ch_', 24),
  }
}
