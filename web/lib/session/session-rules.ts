import type { Problem } from '../../../contracts/shared/problem.ts'
import { isAt } from '../address-rules.ts'

export type Where = { pathname: string; search: string }

/** On the way back from a payment nothing may throw the owner out: the payment page signs her in again. */
export const isPaymentReturn = ({ pathname, search }: Where): boolean =>
  isPaymentPage(pathname) || (isAt('/dashboard', pathname) && isPaymentQuery(search))

const isPaymentPage = (pathname: string): boolean =>
  isAt('/payment/success', pathname) || isAt('/payment-success', pathname)

export const isPaymentQuery = (search: string): boolean =>
  /^(success|cancelled)$/.test(new URLSearchParams(search).get('payment') ?? '')

/** Where to from a claim: to her codes, once a business owns them. */
export const AFTER_CLAIM = '/codes?claimed'

export type SessionVerdict = 'none' | 'to-login' | 'to-reactivation'

/** What a refused call means for the session: 401 ends it, 403 with `isDeactivated` leads to reactivation. */
export const judgeRefusal = (
  problem: Pick<Problem, 'status' | 'isDeactivated'>,
  { where, isSigningOut }: { where: Where; isSigningOut: boolean },
): SessionVerdict => {
  // The console has a session and a sign-in page of its own.
  if (isAt('/operator/*', where.pathname)) return 'none'
  if (problem.status === 403 && problem.isDeactivated) return 'to-reactivation'
  if (problem.status !== 401 || isSigningOut || isPaymentReturn(where)) return 'none'
  return 'to-login'
}
