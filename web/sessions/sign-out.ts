import { call } from '../lib/api.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { beginSigningOut, endSession, keepSession } from '../lib/session/session.ts'
import { showToast } from '../ui/feedback/toasts.tsx'
import { refuseWhilePaying } from './refuse-while-paying.ts'

/** Signs out, here and in every other tab; not while a payment is in progress. */
export const signOut = async (now: number): Promise<void> => {
  if (refuseWhilePaying(now, 'sign-out')) return
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
