import type { User } from '../../contracts/sessions.ts'
import { isAt } from '../lib/address-rules.ts'
import { AFTER_CLAIM, isPaymentQuery } from '../lib/session/session-rules.ts'

export const CALLBACK_PROBLEMS = {
  refused: 'Authentication failed. Please try again.',
  noToken: 'No authentication token received.',
  notLoaded: 'Failed to complete authentication. Please try again.',
} as const

/** Where to after signing in; `cameFrom` is the page on which it began. Nothing leads off the site. */
export const afterSignIn = (redirect: string | null, cameFrom: string | null, user: User): string => {
  if (cameFrom === AFTER_CLAIM && user.businessName !== null) return '/codes'
  const isNew = redirect === 'onboarding' || !user.isOnboardingComplete
  if (cameFrom && cameFrom !== AFTER_CLAIM && isOurs(cameFrom, isNew)) return cameFrom
  return isNew ? '/onboarding' : '/dashboard'
}

/** A page behind the sign-in that is open to this owner: to a new one not the dashboard, unless she has just paid. */
const isOurs = (address: string, isNew: boolean): boolean => {
  const [, pathname = '', search = ''] = /^(\/[\w%/-]*)(\?[\w=&.%+-]*)?$/.exec(address) ?? []
  if (isAt('/dashboard', pathname)) return !isNew || isPaymentQuery(search)
  return ['/codes', '/payment/success', '/payment-success'].some((path) => isAt(path, pathname))
}

/** Where a signed-in person has to be instead of here, or null when here is right. */
export const redirectFor = (where: { pathname: string; search: string }, user: User): string | null => {
  if (!isAt('/dashboard', where.pathname)) return null
  return user.isOnboardingComplete || isPaymentQuery(where.search) ? null : '/onboarding'
}
