import type { User } from '../../contracts/sessions.ts'
import { isAt } from '../lib/address-rules.ts'
import { isPaymentQuery } from '../lib/session-rules.ts'

export const CALLBACK_PROBLEMS = {
  refused: 'Authentication failed. Please try again.',
  noToken: 'No authentication token received.',
  notLoaded: 'Failed to complete authentication. Please try again.',
} as const

/** Where to after signing in; `cameFrom` is the page on which a silent sign-in began. Nothing leads off the site. */
export const afterSignIn = (redirect: string | null, cameFrom: string | null, user: User): string => {
  if (redirect === 'onboarding' || !user.isOnboardingComplete) return '/onboarding'
  return cameFrom && /^\/dashboard(\?[\w=&.%-]*)?$/.test(cameFrom) ? cameFrom : '/dashboard'
}

/** Where a signed-in person has to be instead of here, or null when here is right. */
export const redirectFor = (where: { pathname: string; search: string }, user: User): string | null => {
  if (!isAt('/dashboard', where.pathname)) return null
  return user.isOnboardingComplete || isPaymentQuery(where.search) ? null : '/onboarding'
}
