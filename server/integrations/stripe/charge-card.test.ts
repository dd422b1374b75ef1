import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { createStripe } from './stripe.ts'

const stub = useStub()
const CHARGE = {
  reference: '1',
  businessId: '2',
  customerId: 'cus_1',
  cardId: 'pm_1',
  amountCents: 5_000,
  currency: 'AUD',
  description: 'Goodword SMS funds',
  email: 'jo@example.com',
}
const charge = (mayBegin: () => boolean) =>
  createStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: stub.url }).chargeCard({
    ...CHARGE,
    mayBegin,
  })

test('a try that failed is not repeated once the charge’s time is over', async () => {
  let isPast = false
  stub.answer = () => {
    isPast = true
    return { status: 500 }
  }
  await expect(charge(() => !isPast)).rejects.toMatchObject({ kind: 'outcome-unknown' })
  expect(stub.calls).toHaveLength(1)
})

test('within its time it is repeated under the same key', async () => {
  stub.answer = () => ({ status: 500 })
  await expect(charge(() => true)).rejects.toMatchObject({ kind: 'outcome-unknown' })
  expect(stub.calls).toHaveLength(3)
  expect(new Set(stub.calls.map(({ headers }) => headers['idempotency-key']))).toEqual(
    new Set(['auto-top-up-1']),
  )
})
