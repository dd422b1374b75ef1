import { expect, test } from 'vitest'
import { useAccountSide } from './support/account-side.ts'
import { mintOne } from './support/codes.ts'
import { xeroOf } from './support/owner.ts'

const side = useAccountSide()
const EMAIL = 'priya@raman.example'

/** The concepts that the screens use, as the specification names them; the story below calls each once. */
const CONCEPTS = [
  'current user',
  'login',
  'business search',
  'onboarding profile save',
  'Google status',
  'Xero status',
  'SMS template read',
  'SMS template save',
  'SMS balance',
  'review request list',
  'payment verification',
  'top-up checkout',
  'deactivation',
  'reactivation',
  'claim',
]

test('each concept of the screens has its call, from a claimed code to the way back [7.1]', async () => {
  const called: string[] = []
  const owner = side.person()
  const call = async (concept: string, method: string, path: string, json?: unknown) => {
    const { status, body } = await owner.api(method, path, json)
    expect([concept, status]).toEqual([concept, status === 204 ? 204 : 200])
    called.push(concept)
    return body
  }

  const slug = await mintOne(side.parts.db)
  const { body: found } = await owner.api('GET', `/api/claims/${slug}/places?query=whitlock`)
  const [{ placeId }] = found['places'] as [{ placeId: string }]
  expect(await call('claim', 'POST', `/api/claims/${slug}`, { placeId })).toMatchObject({ state: 'yours' })

  const token = (await owner.goToGoogle(EMAIL)).searchParams.get('token')
  const signedIn = await call('login', 'POST', '/api/auth/session', { token })
  expect(await call('current user', 'GET', '/api/auth/me')).toEqual(signedIn)

  const places = await call('business search', 'GET', '/api/places?query=whitlock')
  expect(places).toMatchObject({ places: [{ placeId }] })
  await owner.api('PUT', '/api/onboarding/business', { placeId })
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Whitlock Electrical' })
  await xeroOf(owner).connectXero(tenantId)
  const saved = await call('onboarding profile save', 'POST', '/api/onboarding/complete')
  expect(saved).toMatchObject({ user: { businessName: 'Whitlock Electrical', isOnboardingComplete: true } })

  expect(await call('Google status', 'GET', '/api/google/status')).toMatchObject({ status: 'connected' })
  expect(await call('Xero status', 'GET', '/api/xero/status')).toMatchObject({ status: 'connected' })
  const template = { message: 'Hi {firstName}, a word about us? {reviewLink}', isEnabled: true }
  await call('SMS template save', 'PUT', '/api/sms/template', template)
  expect(await call('SMS template read', 'GET', '/api/sms/template')).toMatchObject(template)
  expect(await call('review request list', 'GET', '/api/review-requests')).toMatchObject({ requests: [] })

  const order = await call('top-up checkout', 'POST', '/api/top-ups', { amount: 50 })
  const sessionId = order['sessionId'] as string
  await side.sandbox.stripe.pay(sessionId)
  const payment = await call('payment verification', 'GET', `/api/payments/verify?session_id=${sessionId}`)
  expect(payment).toMatchObject({ success: true, amount: 50, paymentDetails: { sessionId } })
  expect(await call('SMS balance', 'GET', '/api/funds/balance')).toMatchObject({ balance: 50 })

  await call('deactivation', 'POST', '/api/auth/deactivate')
  const way = await owner.goToGoogle(EMAIL, 'intent=reactivate')
  const back = { token: way.searchParams.get('token') }
  expect(await call('reactivation', 'POST', '/api/auth/reactivate', back)).toMatchObject({
    user: saved['user'],
    requiresXeroReconnection: true,
  })
  expect(called.toSorted()).toEqual(CONCEPTS.toSorted())
})
