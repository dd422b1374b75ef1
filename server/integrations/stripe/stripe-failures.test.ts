import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { VendorFailure } from '../../platform/errors.ts'
import { orMissing } from './stripe-failures.ts'

type Raw = ConstructorParameters<typeof Stripe.errors.StripeInvalidRequestError>[0]

const refusal = (raw: object) =>
  Promise.reject(new Stripe.errors.StripeInvalidRequestError({ message: 'No.', ...raw } as Raw))

test.each([400, 404])('a customer that Stripe does not have (%s) is missing', async (statusCode) => {
  const answer = refusal({ statusCode, code: 'resource_missing', param: 'customer' })
  expect(await orMissing('customer', answer)).toBeUndefined()
})

test.each([
  ['something else that is missing', { statusCode: 400, code: 'resource_missing', param: 'payment_method' }],
  ['a mistake of ours', { statusCode: 400, code: 'parameter_invalid_integer', param: 'customer' }],
  ['a mistake without a name', { statusCode: 400 }],
  ['an address that is not there', { statusCode: 404 }],
  ['a key that is wrong', { statusCode: 401 }],
])('%s says nothing of the customer', async (_, raw) => {
  await expect(orMissing('customer', refusal(raw))).rejects.toThrow(VendorFailure)
})
