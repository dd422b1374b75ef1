import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { cardMovements, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()

test('after six days without a worker a refund of the first of them is found, and later only what is new is read', async () => {
  const { parts, sandbox } = side
  const owner = await createOwner(side, 'away@example.com')
  const sessionId = await orderTopUp(owner, 20)
  await sandbox.stripe.pay(sessionId)
  await handleWaiting(parts)
  await reconcilePayments(parts)
  sandbox.faults.ask({ stripeEventLost: {} })
  await sandbox.stripe.refund(sessionId)
  sandbox.faults.clear()
  side.later(6 * DAY_MS)
  expect(await reconcilePayments(parts)).toMatchObject({ repaired: 1, faults: [] })
  expect(await cardMovements(parts.db, owner.businessId)).toEqual(['topup 2000', 'refund -2000'])

  expect(await daysRead()).toBe(4)
  side.later(60 * DAY_MS)
  expect(await daysRead()).toBe(29)
})

test('a worker whose clock is a month ahead reads as far back as any other, and so do those after it', async () => {
  const { clock } = side.parts
  await reconcilePayments(side.parts)
  expect(await daysRead({ clock: () => new Date(clock().getTime() + 30 * DAY_MS) })).toBe(4)
  side.later(6 * DAY_MS)
  expect(await daysRead()).toBe(10)
})

test('a mark in the future says nothing: everything is read once, and the mark is right again', async () => {
  const { db, clock } = side.parts
  const ahead = new Date(clock().getTime() + 30 * DAY_MS)
  await db.updateTable('payment_polls').set({ polled_at: ahead }).execute()
  expect(await daysRead()).toBe(29)
  side.later(6 * DAY_MS)
  expect(await daysRead()).toBe(10)
})

/** How far back Stripe's events are read now. */
const daysRead = async (given: Partial<typeof side.parts> = {}): Promise<number> => {
  const { stripe, databaseNow } = side.parts
  const asked: Date[] = []
  const listEvents: typeof stripe.listEvents = (wanted) => {
    asked.push(wanted.since)
    return stripe.listEvents(wanted)
  }
  await reconcilePayments({ ...side.parts, ...given, stripe: { ...stripe, listEvents } })
  return Math.round(((await databaseNow()).getTime() - asked[0]!.getTime()) / DAY_MS)
}
