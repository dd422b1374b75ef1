import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard } from '../../../test/support/payments.ts'
import { chargeIfLow } from '../../payments/auto-top-ups/charge-low-funds.ts'
import { askToErase } from './ask-to-erase.ts'
import { eraseBusiness } from './erase-business.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  side.sandbox.faults.clear()
  count += 1
  owner = await createOwner(side, `stripe-leaver-${count}@example.com`)
  await leaveCard(side, owner)
})

const customers = () =>
  side.sandbox.stripe.customers().filter(({ metadata }) => metadata['business'] === owner.businessId)
const chargeIds = () =>
  side.sandbox.stripe
    .payments()
    .filter(
      ({ kind, intentMetadata }) => kind === 'charge' && intentMetadata['business'] === owner.businessId,
    )
    .map(({ intentId }) => intentId)

const erase = async () => {
  const { businessId } = owner
  const by = { kind: 'system' as const, name: 'test' }
  const now = await side.parts.databaseNow()
  const asked = { businessId, askedBy: 'owner' as const, wantsRefund: false, by, now }
  const { erasesAt } = await askToErase(side.parts.db, asked)
  await side.work()
  expect(customers()).toHaveLength(1)
  expect(await eraseBusiness(side.parts.db, businessId, { now: erasesAt })).toBe('erased')
}

test('an erased business is no customer of Stripe’s any more, and its payments stay there', async () => {
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('credited')
  const charges = chargeIds()
  expect(charges).toHaveLength(1)
  await erase()
  await side.work()
  expect(customers()).toEqual([])
  expect(chargeIds()).toEqual(charges)
})

test('while Stripe fails a business is erased all the same, and its customer goes at a later try', async () => {
  const [customer] = customers()
  await erase()
  side.sandbox.faults.ask({ stripe5xx: {} })
  await side.work()
  expect(customers()).toHaveLength(1)
  expect(await side.jobs('forget-customer')).toContainEqual({ customerId: customer!.id })
})
