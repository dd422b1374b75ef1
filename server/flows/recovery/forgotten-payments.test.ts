import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import {
  availableCents,
  cardMovements,
  leaveCard,
  orderTopUp,
  TERMS,
} from '../../../test/support/payments.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { AFTER_CLAIMS_MS } from '../../../test/support/restoring.ts'
import { asBusiness } from '../../database/database.ts'
import { checkRecovery } from '../../operations/checks/check-recovery.ts'
import { chargeIfLow, chargeLowFunds } from '../../payments/auto-top-ups/charge-low-funds.ts'
import { applyStripeObject } from '../../payments/top-ups/apply-stripe-object.ts'
import { reconcilePayments } from '../../payments/top-ups/reconcile-payments.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { openLeases } from '../../platform/postgres/work/leases.ts'
import { runKey, type Work } from '../../platform/postgres/work/dispatcher.ts'
import { createWorkerTasks } from '../../wiring/worker-tasks.ts'
import { grantFunds } from '../funds/grant-funds.ts'

const side = useAccountSide()
let owner: Owner
let count = 0
let work: Work[]
let databaseUrl = ''

beforeAll(() => {
  const { parts } = side
  databaseUrl = parts.databaseUrl
  work = createWorkerTasks(parts, openLeases(parts.db, { holder: 'test', log: parts.log })).work
})
beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `forgotten-${count}@example.com`)
  await leaveCard(side, owner)
  await asBusiness(side.parts.db, owner.businessId, (trx) =>
    grantFunds(trx, owner.businessId, {
      cents: 500,
      note: 'test',
      reference: `grant-${count}`,
      now: new Date(),
    }),
  )
})

const hold = () => runKey(work, 'recovery:fence')
/** Until claims that were forgotten have ended as well. */
const settled = async () => {
  side.later(AFTER_CLAIMS_MS)
  await hold()
  expect(await fence()).toBeNull()
}
const fence = async (): Promise<string | null> => {
  const { rows } = await sql<{ reason: string | null }>`
    select case when fenced_at is not null then reason end as reason from recovery`.execute(side.parts.db)
  return rows[0]!.reason
}
const charges = () =>
  side.sandbox.stripe
    .payments()
    .filter(({ kind, email }) => kind === 'charge' && email === `forgotten-${count}@example.com`)
const cents = () => availableCents(side.parts.db, owner.businessId)
const movements = () => cardMovements(side.parts.db, owner.businessId)

test('a charge of the saved card that was forgotten is not made again, and its money is there', async () => {
  const moment = await markMoment(databaseUrl)
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('credited')
  await moment.back()
  await anotherHistory(databaseUrl, 'restored')
  expect(await cents()).toBe(500)
  await chargeLowFunds(side.parts)
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('not-due')
  await hold()
  await settled()
  expect(charges()).toHaveLength(1)
  expect([await cents(), await movements()]).toEqual([5_500, ['topup 5000']])
  await chargeLowFunds(side.parts)
  await reconcilePayments(side.parts)
  expect(charges()).toHaveLength(1)
  expect(await movements()).toEqual(['topup 5000'])
})

test('one that the bank refused is known as refused, also after what seems a restart: none follows it', async () => {
  await leaveCard(side, owner, 'declines')
  const moment = await markMoment(databaseUrl)
  await chargeIfLow(side.parts, owner.businessId)
  await moment.back()
  await anotherHistory(databaseUrl, 'restarted')
  await hold()
  await settled()
  expect((await checkRecovery(side.parts.db)).words).toContain('1 order ')
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(1)
  expect((await owner.api('GET', '/api/auto-top-up')).body).toMatchObject({ paused: { reason: 'declined' } })
})

test('a top-up that was ordered, paid and forgotten is booked once', async () => {
  const moment = await markMoment(databaseUrl)
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await moment.back()
  await anotherHistory(databaseUrl, 'restored')
  await hold()
  await settled()
  await applyStripeObject(side.parts, sessionId)
  await reconcilePayments(side.parts)
  expect([await cents(), await movements()]).toEqual([2_500, ['topup 2000']])
})

test('orders count as well that were written anew before Stripe’s answer on another could not be read', async () => {
  const moment = await markMoment(databaseUrl)
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await moment.back()
  await anotherHistory(databaseUrl, 'restored')
  const { listOrders } = side.parts.stripe
  const cutShort = () => {
    throw new VendorFailure('stripe', 'retry-later', 'gone', 'cut short')
  }
  const list = vi
    .spyOn(side.parts.stripe, 'listOrders')
    .mockImplementation(async (since) => [
      ...(await listOrders(since)),
      new Proxy({} as never, { get: cutShort }),
    ])
  side.later(AFTER_CLAIMS_MS)
  await expect(hold()).rejects.toThrow('cut short')
  list.mockRestore()
  await settled()
  expect((await checkRecovery(side.parts.db)).words).toContain('1 order ')
  expect(await movements()).toEqual(['topup 2000'])
})

test('while Stripe cannot be asked no card is charged', async () => {
  await anotherHistory(databaseUrl, 'restored')
  side.sandbox.faults.ask({ stripe5xx: {} })
  side.later(AFTER_CLAIMS_MS)
  await expect(hold()).rejects.toMatchObject({ name: 'VendorFailure' })
  side.sandbox.faults.clear()
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(0)
  await settled()
  // What she may have withdrawn meanwhile waits until she confirms it.
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(0)
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(1)
})

test('an order of ours that a report names and nobody knows raises the fence; one of others does not', async () => {
  const moment = await markMoment(databaseUrl)
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await moment.back()
  expect(await applyStripeObject(side.parts, sessionId)).toBe('credited')
  expect(await fence()).toBe('payment')
  await hold()
  expect(await fence()).toBeNull()
  expect(await movements()).toEqual(['topup 2000'])

  const others = await side.parts.stripe.createCheckout({
    reference: crypto.randomUUID(),
    businessId: crypto.randomUUID(),
    amountCents: 2_000,
    currency: 'AUD',
    description: 'Somebody else’s',
    email: 'other@example.com',
    successUrl: 'https://example.test/',
    cancelUrl: 'https://example.test/',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await side.sandbox.stripe.pay(others.sessionId)
  expect(await applyStripeObject(side.parts, others.sessionId)).toBe('no-order')
  expect(await fence()).toBeNull()
})

test('a plain restart asks Stripe for its orders once, and nothing of it changes', async () => {
  const asked = vi.spyOn(side.parts.stripe, 'listOrders')
  await anotherHistory(databaseUrl, 'restarted')
  await hold()
  expect(await fence()).toBeNull()
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})
