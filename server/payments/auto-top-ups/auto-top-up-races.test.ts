import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard, TERMS } from '../../../test/support/payments.ts'
import { applyStripeObject } from '../top-ups/apply-stripe-object.ts'
import { chargeIfLow } from './charge-low-funds.ts'

const side = useAccountSide()
let owner: Owner
let count = 0
beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `races-${count}@example.com`)
  side.sandbox.faults.clear()
})
const begin = async () => {
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const { body } = await owner.api('POST', '/api/auto-top-up/card')
  return /cs_test_\w+/.exec(body['setupUrl'] as string)![0]
}
const done = (sessionId: string) => owner.api('PUT', '/api/auto-top-up/card', { sessionId })

test('a later visit whose card was not kept does not outweigh an earlier page still open', async () => {
  const first = await begin()
  side.later(1000)
  const second = await begin()
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  await side.sandbox.stripe.leaveCard(second, 'works')
  await done(second)
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  await side.sandbox.stripe.leaveCard(first, 'works')
  const { body } = await done(first)
  expect(body).toMatchObject({ isOn: true, card: { last4: '4242' } })
})

test('a switch-on that was under way while the account was deactivated does not outlive it', async () => {
  await leaveCard(side, owner)
  await Promise.all([
    owner.api('POST', '/api/auth/deactivate'),
    ...Array.from({ length: 8 }, () => owner.api('PUT', '/api/auto-top-up', TERMS)),
  ])
  const row = await side.parts.db
    .selectFrom('auto_top_ups')
    .select(['is_on', 'card_id'])
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ is_on: false, card_id: null })
})

test('a card that is left on a page opened before a raced deactivation is not kept', async () => {
  const visit = await begin()
  await Promise.all([
    owner.api('POST', '/api/auth/deactivate'),
    ...Array.from({ length: 8 }, () => owner.api('PUT', '/api/auto-top-up', TERMS)),
  ])
  await side.sandbox.stripe.leaveCard(visit, 'works')
  expect(await applyStripeObject(side.parts, visit)).toBe('not-needed')
})

test('the refusal of a card that has been replaced meanwhile does not pause the new one', async () => {
  await leaveCard(side, owner, 'declines')
  const stripe = {
    ...side.parts.stripe,
    chargeCard: async (wanted: Parameters<typeof side.parts.stripe.chargeCard>[0]) => {
      await leaveCard(side, owner)
      return side.parts.stripe.chargeCard(wanted)
    },
  }
  await chargeIfLow({ ...side.parts, stripe }, owner.businessId)
  expect((await owner.api('GET', '/api/auto-top-up')).body).toMatchObject({ isOn: true, paused: null })
})
