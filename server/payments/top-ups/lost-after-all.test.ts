import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { findPaymentFaults } from './reconcile-payments.ts'

const side = useAccountSide()

test('a dispute that was won and is lost after all is not taken again, and is told', async () => {
  const owner = await createOwner(side, 'payer@example.com')
  const { stripe } = side.sandbox
  const sessionId = await orderTopUp(owner, 50)
  await stripe.pay(sessionId)
  const dispute = await stripe.dispute(sessionId)
  for (const end of ['won', 'lost'] as const) {
    await handleWaiting(side.parts)
    await stripe.closeDispute(dispute.id, end)
  }
  await handleWaiting(side.parts)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(5_000)
  expect(await findPaymentFaults(side.parts.db, new Date())).toEqual([
    expect.stringContaining(`${dispute.id} was refused`),
  ])
})
