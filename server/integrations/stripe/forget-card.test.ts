import { expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import { createStripe } from './stripe.ts'

const stub = useStub()

const forget = (answers: { detach: StubAnswer; card?: StubAnswer }) => {
  stub.answer = ({ path }) => (path.endsWith('/detach') ? answers.detach : (answers.card ?? { status: 500 }))
  return stripe().forgetCard('pm_1')
}
const stripe = () => createStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: stub.url })
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

test.each<[string, StubAnswer, 'forgotten' | 'kept']>([
  ['that Stripe deletes', { json: { id: 'cus_1', object: 'customer', deleted: true } }, 'forgotten'],
  ['that is missing at Stripe', error(404, MISSING), 'forgotten'],
  ['at an address that is not Stripe’s (404)', error(404), 'kept'],
  ['at a key that may not delete (403)', error(403), 'kept'],
])('a customer %s is reported truly', async (_, answer, outcome) => {
  stub.answer = () => answer
  const asked = stripe().forgetCustomer('cus_1')
  if (outcome === 'forgotten') await expect(asked).resolves.toBeUndefined()
  else await expect(asked).rejects.toMatchObject({ vendor: 'stripe', kind: 'rejected' })
  expect(stub.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/customers/cus_1' })
})
