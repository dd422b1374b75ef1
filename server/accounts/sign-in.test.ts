import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'

const side = useAccountSide()

test('somebody new signs in and is led to onboarding; the second time to the dashboard if onboarded', async () => {
  const priya = side.person()
  const landed = await priya.goToGoogle('priya@ramanplumbing.example')
  expect(landed.pathname).toBe('/auth/callback')
  expect(landed.searchParams.get('redirect')).toBe('onboarding')
  const token = landed.searchParams.get('token')!
  expect(token.length).toBeGreaterThanOrEqual(22)

  const answer = await priya.api('POST', '/api/auth/session', { token })
  expect(answer.body).toEqual({
    user: {
      id: expect.any(String) as string,
      name: 'Priya Raman',
      email: 'priya@ramanplumbing.example',
      businessName: null,
      googleReviewUrl: null,
      isOnboardingComplete: false,
    },
  })
  expect((await priya.api('GET', '/api/auth/me')).body).toEqual(answer.body)
})
