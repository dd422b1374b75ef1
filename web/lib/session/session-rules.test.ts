import { expect, test } from 'vitest'
import { isPaymentReturn, judgeRefusal } from './session-rules.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost')
  return { where: { pathname, search }, isSigningOut: false }
}

test.each([
  [401, undefined, at('/dashboard'), 'to-login'],
  [401, undefined, at('/onboarding'), 'to-login'],
  [401, undefined, at('/dashboard?payment=success'), 'none'],
  [401, undefined, at('/payment/success?session_id=cs_1'), 'none'],
  [401, undefined, at('/payment-success?session_id=cs_1'), 'none'],
  [401, undefined, at('/Dashboard/?payment=success'), 'none'],
  [401, undefined, at('/Payment/Success/?session_id=cs_1'), 'none'],
  [401, undefined, at('/PAYMENT-SUCCESS//'), 'none'],
  [401, undefined, { ...at('/dashboard'), isSigningOut: true }, 'none'],
  [403, true as const, at('/dashboard'), 'to-reactivation'],
  [403, true as const, at('/dashboard?payment=success'), 'to-reactivation'],
  [403, undefined, at('/dashboard'), 'none'],
  [500, undefined, at('/dashboard'), 'none'],
])(
  'an answer of %s (deactivated: %s) means for the session what it should [4.11]',
  (status, isDeactivated, how, verdict) => {
    expect(judgeRefusal({ status, ...(isDeactivated && { isDeactivated }) }, how)).toBe(verdict)
  },
)

test('only the ways back from a payment count as such', () => {
  expect(isPaymentReturn(at('/onboarding?payment=success').where)).toBe(false)
  expect(isPaymentReturn(at('/dashboard?payment=').where)).toBe(false)
  expect(isPaymentReturn(at('/dashboard?tab=xero&payment=cancelled').where)).toBe(true)
})
