import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { leaveCard } from '../../../test/support/payments.ts'
import { chargeIfLow, chargeLowFunds } from './charge-low-funds.ts'

const side = useAccountSide()

test('while an operator has paused a business its card is not charged, and is once she has resumed it', async () => {
  const owner = await createOwner(side, 'paused@example.com')
  const set = (columns: { paused_at: Date | null; paused_because: string | null }) =>
    side.parts.db.updateTable('businesses').set(columns).where('id', '=', owner.businessId).execute()
  const charges = () => side.sandbox.stripe.payments().filter(({ kind }) => kind === 'charge')
  await leaveCard(side, owner)
  await set({ paused_at: new Date(), paused_because: 'Complaints' })
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('not-due')
  await chargeLowFunds(side.parts)
  expect(charges()).toEqual([])
  await set({ paused_at: null, paused_because: null })
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(1)
})
