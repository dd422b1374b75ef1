import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard, TERMS } from '../../../test/support/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { pauseAutoTopUp } from './auto-top-up-queries.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `paused-${count}@example.com`)
  await leaveCard(side, owner)
})

const CARD_REASONS = ['declined', 'authentication', 'unusable'] as const
const first = new Date('2026-11-20T01:00:00Z')
const second = new Date('2026-11-20T02:00:00Z')

const pause = (reason: Parameters<typeof pauseAutoTopUp>[2], at: Date) =>
  asBusiness(side.parts.db, owner.businessId, (trx) => pauseAutoTopUp(trx, owner.businessId, reason, at))
const terms = () =>
  side.parts.db
    .selectFrom('auto_top_ups')
    .select(['paused_reason', 'paused_at', 'told_at'])
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
const tellOwner = () =>
  side.parts.db
    .updateTable('auto_top_ups')
    .set({ told_at: first })
    .where('business_id', '=', owner.businessId)
    .execute()

describe.each(CARD_REASONS)('a card that is %s and a reversal', (reason) => {
  test('in this order: the reversal outweighs it, and the owner is mailed about that', async () => {
    await pause(reason, first)
    await tellOwner()
    await pause('taken_back', second)
    expect(await terms()).toEqual({ paused_reason: 'taken_back', paused_at: second, told_at: null })
    await leaveCardAgain()
    expect(await terms()).toMatchObject({ paused_reason: 'taken_back' })
  })

  test('in the other order: it never replaces the reversal', async () => {
    await pause('taken_back', first)
    await tellOwner()
    await pause(reason, second)
    expect(await terms()).toEqual({ paused_reason: 'taken_back', paused_at: first, told_at: first })
  })

  test('without the latter: the first reason stands, and another card answers it', async () => {
    await pause(reason, first)
    for (const other of CARD_REASONS) await pause(other, second)
    expect(await terms()).toMatchObject({ paused_reason: reason, paused_at: first })
    await leaveCardAgain()
    expect(await terms()).toMatchObject({ paused_reason: null })
  })
})

test('two reversals are mailed once, and the pause ends when the owner switches it on again', async () => {
  await pause('taken_back', first)
  await tellOwner()
  await pause('taken_back', second)
  expect(await terms()).toEqual({ paused_reason: 'taken_back', paused_at: first, told_at: first })
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  expect(await terms()).toMatchObject({ paused_reason: null })
})

test('what is off is not paused', async () => {
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  await pause('taken_back', first)
  expect(await terms()).toMatchObject({ paused_reason: null })
})

/** Another card, without agreeing anew: that would end every pause by itself. */
const leaveCardAgain = async () => {
  const { body } = await owner.api('POST', '/api/auto-top-up/card')
  const [sessionId] = /cs_test_\w+/.exec(body['setupUrl'] as string)!
  await side.sandbox.stripe.leaveCard(sessionId!, 'works')
  await owner.api('PUT', '/api/auto-top-up/card', { sessionId })
}
