import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { replayDead } from '../../operations/inbox.ts'
import { VendorFailure, type VendorFailureKind } from '../../platform/errors.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `dead-${count}@example.com`)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Stripe answers so to every question about this session. */
const answerWith = (sessionId: string, kind: VendorFailureKind, code: string) => {
  const { getCheckout } = side.parts.stripe
  return vi
    .spyOn(side.parts.stripe, 'getCheckout')
    .mockImplementation((id) =>
      id === sessionId
        ? Promise.reject(new VendorFailure('stripe', kind, code, `Stripe failed: ${code}`))
        : getCheckout(id),
    )
}
const paid = async () => {
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await side.sandbox.stripe.settled()
  return sessionId
}
const tries = async (times: number) => {
  for (let time = 0; time < times; time += 1) {
    await handleWaiting(side.parts).catch(() => undefined)
    await sql`update stripe_events set retry_at = null where dead_at is null`.execute(side.parts.db)
  }
}
const eventsOf = (sessionId: string) =>
  side.parts.db
    .selectFrom('stripe_events')
    .select(['id', 'attempts', 'dead_at', 'handled_at', 'error'])
    .where('object_id', '=', sessionId)
    .execute()

test('an event that cannot be handled is put aside with its error, and is credited when it is replayed', async () => {
  const bad = await paid()
  const stripe = answerWith(bad, 'rejected', 'http-400')
  await paid()
  await tries(1)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  await tries(5)
  const [dead] = await eventsOf(bad)
  expect(dead).toMatchObject({ attempts: 6, dead_at: expect.any(Date), error: 'Stripe failed: http-400' })
  stripe.mockRestore()
  await tries(1)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  expect(await replayDead(side.parts.db, [`stripe:${dead!.id}`])).toBe(1)
  await tries(1)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(4_000)
  expect(await eventsOf(bad)).toMatchObject([{ dead_at: null, handled_at: expect.any(Date) }])
})

test.each<[VendorFailureKind, string]>([
  ['retry-later', 'no-answer'],
  ['rejected', 'http-401'],
])('a Stripe that cannot be asked (%s, %s) counts against no event', async (kind, code) => {
  const sessionId = await paid()
  answerWith(sessionId, kind, code)
  await tries(8)
  expect(await eventsOf(sessionId)).toMatchObject([{ attempts: 0, dead_at: null, handled_at: null }])
})
