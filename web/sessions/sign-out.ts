import { call } from '../lib/api.ts'
import { checkoutMinutesLeft } from '../lib/checkout-flag.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { beginSigningOut, endSession, keepSession } from '../lib/session.ts'
import { showToast } from '../ui/feedback/toasts.tsx'

/** Signs out, here and in every other tab; not while a payment is in progress. */
export const signOut = async (now: number): Promise<void> => {
  const minutes = checkoutMinutesLeft(now)
  if (minutes > 0) {
    showToast('bad', paymentInProgress(minutes))
    return
  }
  beginSigningOut()
  try {
    await call('POST /api/auth/logout')
  } catch (error) {
    if (!isStatus(error, 401)) {
      keepSession()
      showToast('bad', inWords(error))
      return
    }
  }
  endSession('/login', 'signed-out')
}

const paymentInProgress = (minutes: number): string =>
  `A payment is in progress, so you stay signed in. Finish or cancel it first; after ${
    minutes === 1 ? 'one minute' : `${minutes} minutes`
  } you can sign out in any case.`
