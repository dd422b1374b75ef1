import type { User } from '../../contracts/accounts.ts'
import { isPaymentQuery } from '../lib/session-rules.ts'

export const CALLBACK_PROBLEMS = {
  refused: 'Authentication failed. Please try again.',
  noToken: 'No authentication token received.',
  notLoaded: 'Failed to complete authentication. Please try again.',
} as const

/** Where to after signing in. `redirect` comes from the address bar: only our own dashboard is believed. */
export const afterSignIn = (redirect: string | null, user: User): string => {
  if (isOnboarding(redirect) || !user.isOnboardingComplete) return '/onboarding'
  return redirect && /^\/dashboard(\?[\w=&.%-]*)?$/.test(redirect) ? redirect : '/dashboard'
}

const isOnboarding = (redirect: string | null): boolean =>
  redirect === 'onboarding' || redirect === '/onboarding'

/** Where a signed-in person has to be instead of here, or null when here is right. */
export const rightPlace = (where: { pathname: string; search: string }, user: User): string | null => {
  if (where.pathname !== '/dashboard' || user.isOnboardingComplete || isPaymentQuery(where.search))
    return null
  return '/onboarding'
}
