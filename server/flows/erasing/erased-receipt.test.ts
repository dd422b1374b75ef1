import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { applyStripeObject } from '../../payments/top-ups/apply-stripe-object.ts'
import { askToErase } from './ask-to-erase.ts'
import { eraseBusiness } from './erase-business.ts'

const side = useAccountSide()

test('what Stripe says of an old payment again brings no receipt back to an erased business', async () => {
  const { db } = side.parts
  const owner = await createOwner(side, 'leaver@example.com')
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await handleWaiting(side.parts)
  const receipt = () =>
    db
      .selectFrom('checkouts')
      .select(['state', 'receipt_url'])
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  expect(await receipt()).toEqual({ state: 'paid', receipt_url: expect.stringContaining('/receipt') })

  const { businessId } = owner
  const by = { kind: 'system' as const, name: 'test' }
  const now = await side.parts.databaseNow()
  const { erasesAt } = await askToErase(db, { businessId, askedBy: 'owner', wantsRefund: false, by, now })
  expect(await eraseBusiness(db, businessId, { now: erasesAt })).toBe('erased')
  expect(await receipt()).toEqual({ state: 'paid', receipt_url: null })

  expect(await applyStripeObject(side.parts, sessionId)).toBe('unchanged')
  expect(await receipt()).toEqual({ state: 'paid', receipt_url: null })
})
