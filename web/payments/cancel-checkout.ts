import type { TopUpState } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { checkoutUnderWay } from '../lib/checkout-flag.ts'
import { isStatus } from '../lib/problems.ts'

/** Closes Stripe's page of a payment, so that nothing can be paid on it any more; the state of the payment then. */
export const cancelCheckout = async (sessionId: string): Promise<TopUpState> =>
  (await call('POST /api/top-ups/{sessionId}/cancel', { params: { sessionId } })).state

/** Money of these has come, or is on its way. */
export const isMade = (state: TopUpState): boolean => state === 'paid' || state === 'processing'

export const landingOf = (sessionId: string): string => `/payment/success?session_id=${sessionId}`

/**
 * Closes the page of the payment that is under way in this browser, before another begins, so that only one can be
 * paid. Returns its id where it was made meanwhile. Throws as `call` does, and it stays under way.
 */
export const closeEarlierCheckout = async (now: number): Promise<string | null> => {
  const sessionId = checkoutUnderWay(now)?.sessionId
  if (!sessionId) return null
  try {
    return isMade(await cancelCheckout(sessionId)) ? sessionId : null
  } catch (cause) {
    // Of another account that uses this browser, too: nothing here can end it.
    if (isStatus(cause, 404)) return null
    throw cause
  }
}
