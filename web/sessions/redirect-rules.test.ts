import { describe, expect, test } from 'vitest'
import type { User } from '../../contracts/sessions.ts'
import { AFTER_CLAIM } from '../lib/session/session-rules.ts'
import { afterSignIn, redirectFor } from './redirect-rules.ts'

const user = (isOnboardingComplete: boolean): User => ({
  id: '018f0000-0000-7000-8000-000000000000',
  name: 'Dana Whitlock',
  email: 'dana@whitlock.example',
  businessName: 'Whitlock Electrical',
  googleReviewUrl: null,
  isOnboardingComplete,
})
const live = user(true)
const newcomer = user(false)

describe('after signing in', () => {
  test.each([
    ['dashboard', null, live, '/dashboard'],
    [null, null, live, '/dashboard'],
    ['onboarding', null, live, '/onboarding'],
    ['dashboard', null, newcomer, '/onboarding'],
    ['dashboard', '/dashboard?tab=sms&day=2026-11-20', live, '/dashboard?tab=sms&day=2026-11-20'],
    ['dashboard', '/dashboard?tab=sms', newcomer, '/onboarding'],
    ['dashboard', '/dashboard?search=jo+may', live, '/dashboard?search=jo+may'],
    ['dashboard', '/codes', live, '/codes'],
    ['onboarding', '/codes', newcomer, '/codes'],
    ['dashboard', AFTER_CLAIM, live, '/codes'],
    ['onboarding', AFTER_CLAIM, newcomer, '/codes'],
    ['onboarding', AFTER_CLAIM, { ...newcomer, businessName: null }, '/onboarding'],
    ['dashboard', '/onboarding', live, '/dashboard'],
    ['dashboard', '/payment/success?session_id=cs_test_1', live, '/payment/success?session_id=cs_test_1'],
    [
      'onboarding',
      '/payment-success?session_id=cs_test_1',
      newcomer,
      '/payment-success?session_id=cs_test_1',
    ],
    ['onboarding', '/dashboard?payment=cancelled', newcomer, '/dashboard?payment=cancelled'],
    ['dashboard', '/welcome/', live, '/dashboard'],
  ])('%s, having come from %s, leads where it should [2.15]', (redirect, cameFrom, who, to) => {
    expect(afterSignIn(redirect, cameFrom, who)).toBe(to)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\\\evil.example',
    'javascript:alert(1)',
    '/dashboard/../../evil',
    '/dashboard@evil.example',
    '/dashboard?x=//evil.example',
  ])('%s leads nowhere but to the dashboard', (elsewhere) => {
    expect(afterSignIn(elsewhere, elsewhere, live)).toBe('/dashboard')
  })
})

test.each([
  ['/dashboard', '', newcomer, '/onboarding'],
  ['/dashboard/', '', newcomer, '/onboarding'],
  ['/Dashboard', '', newcomer, '/onboarding'],
  ['/%64ashboard//', '', newcomer, '/onboarding'],
  ['/DASHBOARD/', '?payment=success', newcomer, null],
  ['/dashboards', '', newcomer, null],
  ['/dashboard', '?payment=success', newcomer, null],
  ['/dashboard', '?payment=cancelled', newcomer, null],
  ['/dashboard', '?payment=maybe', newcomer, '/onboarding'],
  ['/dashboard', '', live, null],
  ['/onboarding', '', newcomer, null],
  ['/onboarding', '', live, null],
])('%s%s is open to those whom it is for [2.9]', (pathname, search, who, elsewhere) => {
  expect(redirectFor({ pathname, search }, who)).toBe(elsewhere)
})
