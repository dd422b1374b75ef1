import { expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import { createStripe } from './stripe.ts'

const stub = useStub()

const forget = (answers: { detach: StubAnswer; card?: StubAnswer }) => {
  stub.answer = ({ path }) => (path.endsWith('/detach') ? answers.detach : (answers.card ?? { status: 500 }))
  const stripe = createStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: stub.url })
  return stripe.forgetCard('pm_1')
}
const error = (status: number, more: object = {}): StubAnswer => ({
  status,
  headers: { 'stripe-should-retry': 'false' },
  json: { error: { type: 'invalid_request_error', message: 'No.', ...more } },
})
const card = (customer: string | null): StubAnswer => ({
  json: { id: 'pm_1', object: 'payment_method', customer },
})
const MISSING = { code: 'resource_missing' }

test.each([
  ['that Stripe detaches', { detach: card(null) }],
  ['that is missing at Stripe', { detach: error(404, MISSING) }],
  ['that no customer has', { detach: error(400), card: card(null) }],
  ['that is missing a moment later', { detach: error(400), card: error(404, MISSING) }],
])('a card %s is forgotten', async (_, answers) => {
  await expect(forget(answers)).resolves.toBeUndefined()
})

test.each([
  ['whose detachment is refused (400)', { detach: error(400), card: card('cus_1') }],
  ['at an address that is not Stripe’s (404)', { detach: error(404) }],
  ['at a key that may not detach (403)', { detach: error(403) }],
  ['that cannot be looked up', { detach: error(400), card: error(403) }],
])('a card %s is not forgotten', async (_, answers) => {
  await expect(forget(answers)).rejects.toMatchObject({ vendor: 'stripe', kind: 'rejected' })
})
