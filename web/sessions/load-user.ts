import type { User } from '../../contracts/sessions.ts'
import { call } from '../lib/api.ts'
import { recordLooking } from '../lib/session/looking.ts'
import { isStatus, Refused } from '../lib/problems.ts'
import { isPaymentReturn } from '../lib/session/session-rules.ts'
import { endSession, trySilentSignIn } from '../lib/session/session.ts'

let hasLoaded = false

/**
 * Who is signed in, by the session cookie. Without one: on arrival one silent sign-in at the issuer, else the sign-in
 * page. While the page is being left the promise never settles, so that the page does not change meanwhile.
 */
const loadUser = async (signal: AbortSignal): Promise<User> => {
  try {
    const { user, lookedAtBy } = await call('GET /api/auth/me', { signal })
    recordLooking(lookedAtBy ?? null)
    hasLoaded = true
    return user
  } catch (error) {
    if (!isLeaving(error)) throw error
    return new Promise(() => undefined)
  }
}

/** As it is asked and kept. */
export const ME = {
  queryKey: ['me'],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadUser(signal),
  staleTime: 60_000,
}

const isLeaving = (error: unknown): boolean => {
  if (error instanceof Refused && error.problem.isDeactivated) return true
  if (!isStatus(error, 401) || isPaymentReturn(window.location)) return false
  if (hasLoaded || !trySilentSignIn()) endSession('/login', hasLoaded ? 'expired' : null)
  return true
}
