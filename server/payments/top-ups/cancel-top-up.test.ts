import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `canceller-${count}@example.com`)
})

const stripe = () => side.sandbox.stripe
const cancel = (sessionId: string, who = owner) => who.api('POST', `/api/top-ups/${sessionId}/cancel`)
const cents = () => availableCents(side.parts.db, owner.businessId)

test('an owner cancels a payment: nothing can be paid on its page any more [4.13]', async () => {
  const sessionId = await orderTopUp(owner, 20)
  expect(await cancel(sessionId)).toMatchObject({ status: 200, body: { state: 'expired' } })
  expect(stripe().find(sessionId).status).toBe('expired')
  expect(await cancel(sessionId)).toMatchObject({ status: 200, body: { state: 'expired' } })
  await handleWaiting(side.parts)
  expect(await cents()).toBe(0)
})

test('a payment that was made meanwhile is not cancelled but booked, once', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  expect(await cancel(sessionId)).toMatchObject({ status: 200, body: { state: 'paid' } })
  expect(await cancel(sessionId)).toMatchObject({ status: 200, body: { state: 'paid' } })
  await handleWaiting(side.parts)
  expect(await cents()).toBe(2_000)
})

test('money that is on its way cannot be called back', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await stripe().payLater(sessionId)
  expect(await cancel(sessionId)).toMatchObject({ status: 200, body: { state: 'processing' } })
})

test('another owner cancels nothing, and learns nothing', async () => {
  const sessionId = await orderTopUp(owner, 20)
  const other = await createOwner(side, `other-canceller-${count}@example.com`)
  for (const id of [sessionId, 'cs_test_nobody'])
    expect(await cancel(id, other)).toMatchObject({ status: 404, body: { code: 'payment-not-found' } })
  expect(stripe().find(sessionId).status).toBe('open')
})

test('while Stripe does not answer, the payment is neither cancelled nor forgotten', async () => {
  const sessionId = await orderTopUp(owner, 20)
  side.sandbox.faults.ask({ stripe5xx: { count: 10 } })
  expect((await cancel(sessionId)).status).toBe(503)
  side.sandbox.faults.clear()
  expect(await cancel(sessionId)).toMatchObject({ body: { state: 'expired' } })
})
