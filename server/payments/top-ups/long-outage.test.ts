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

  const asked: Date[] = []
  const { listEvents } = parts.stripe
  const watched = {
    ...parts,
    stripe: {
      ...parts.stripe,
      listEvents: (wanted: Parameters<typeof listEvents>[0]) => {
        asked.push(wanted.since)
        return listEvents(wanted)
      },
    },
  }
  await reconcilePayments(watched)
  side.later(60 * DAY_MS)
  await reconcilePayments(watched)
  const daysBack = asked.map((since) => Math.round((parts.clock().getTime() - since.getTime()) / DAY_MS))
  expect(daysBack).toEqual([64, 29])
})
