import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { applyStripeObject } from './apply-stripe-object.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner

beforeEach(async () => {
  owner = await createOwner(side, 'payer@example.com')
})

test('what a webhook brings while the reconciliation runs is not counted as caught up by it', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await side.sandbox.stripe.refund(sessionId, 500)
  const { stripe } = side.parts
  const meanwhile = {
    ...side.parts,
    stripe: {
      ...stripe,
      listEvents: async (wanted: Parameters<typeof stripe.listEvents>[0]) => {
        await handleWaiting(side.parts)
        return stripe.listEvents(wanted)
      },
    },
  }
  expect(await reconcilePayments(meanwhile)).toEqual({ missedEvents: 0, repaired: 0, faults: [] })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(1_500)
})

test('what a webhook did not bring counts, though a worker books it while the reconciliation reads', async () => {
  const { stripe: sandbox } = side.sandbox
  const { stripe } = side.parts
  side.sandbox.faults.ask({ stripeEventLost: {} })
  const sessions = [await orderTopUp(owner, 20), await orderTopUp(owner, 30)]
  for (const sessionId of sessions) await sandbox.pay(sessionId)
  side.sandbox.faults.clear()
  side.later(3 * 60_000)
  let isFirst = true
  const beside = {
    ...side.parts,
    stripe: {
      ...stripe,
      getCheckout: async (id: string) => {
        if (!isFirst) return stripe.getCheckout(id)
        isFirst = false
        for (const sessionId of sessions) await applyStripeObject(side.parts, sessionId)
        return stripe.getCheckout(id)
      },
    },
  }
  expect(await reconcilePayments(beside)).toEqual({ missedEvents: 4, repaired: 2, faults: [] })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(5_000)
})
