import { beforeEach, describe, expect, test } from 'vitest'
import type { Dispute } from '../../../sandbox/stripe/world.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, cardMovements, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import type { TakenBack } from '../../integrations/stripe/stripe-types.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyStripeObject } from './apply-stripe-object.ts'
import { findPaymentFaults, reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let sessionId: string
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `payer-${count}@example.com`)
  sessionId = await orderTopUp(owner, 50)
  await stripe().pay(sessionId)
})

const stripe = () => side.sandbox.stripe
const cents = () => availableCents(side.parts.db, owner.businessId)
const movements = () => cardMovements(side.parts.db, owner.businessId)
/** Of this test's own. */
const faultsOf = async ({ id }: Dispute) =>
  (await findPaymentFaults(side.parts.db, new Date())).filter((fault) => fault.includes(id))

const disputed = async () => {
  const dispute = await stripe().dispute(sessionId)
  await handleWaiting(side.parts)
  return dispute
}

const closed = async ({ id }: Dispute, end: 'won' | 'lost', returnedCents?: number) => {
  await stripe().closeDispute(id, end, returnedCents)
  await handleWaiting(side.parts)
}

/** Of the state in which the sandbox has it by now. */
const report = (objectId: string, outcome?: string) =>
  side.parts.db
    .insertInto('stripe_events')
    .values({
      id: `evt_${crypto.randomUUID()}`,
      type: 'charge.dispute.updated',
      object_id: objectId,
      created_at: new Date(),
      found_by: 'webhook',
      ...(outcome ? { outcome, handled_at: new Date() } : {}),
    })
    .execute()

/** A worker that has read the dispute as it is now, and goes on after `meanwhile`; then it reads as any other. */
const slowWorker = (meanwhile: () => Promise<void>): PaymentDeps => {
  const port = side.parts.stripe
  let reads = 0
  const getDispute = async (id: string): Promise<TakenBack | undefined> => {
    const facts = await port.getDispute(id)
    reads += 1
    if (reads === 1) await meanwhile()
    return facts
  }
  return { ...side.parts, stripe: { ...port, getDispute } }
}

test('a lost dispute that gave back a part is no fault while it is under appeal, and a win gives the rest', async () => {
  await stripe().refund(sessionId, 1_000)
  const dispute = await disputed()
  await closed(dispute, 'lost', 1_000)
  expect(await cents()).toBe(0)
  Object.assign(dispute, { status: 'appeal_under_review' })
  await report(dispute.id)
  await handleWaiting(side.parts)
  expect(await faultsOf(dispute)).toEqual([])
  expect(await cents()).toBe(0)
  await closed(dispute, 'won')
  expect(await faultsOf(dispute)).toEqual([])
  expect(await cents()).toBe(4_000)
})

describe('a dispute that was won and is lost after all', () => {
  test('is taken again, once, and given back again when it is won again', async () => {
    const dispute = await disputed()
    await closed(dispute, 'won')
    expect(await cents()).toBe(5_000)
    await closed(dispute, 'lost')
    await Promise.all([1, 2, 3].map(() => applyStripeObject(side.parts, dispute.id)))
    expect(await cents()).toBe(0)
    await closed(dispute, 'won')
    await Promise.all([1, 2, 3].map(() => applyStripeObject(side.parts, dispute.id)))
    expect((await movements()).slice(1)).toEqual([
      'dispute -5000',
      'reinstate 5000',
      'dispute -5000',
      'reinstate 5000',
    ])
    await closed(dispute, 'lost')
    expect(await cents()).toBe(0)
    expect(await faultsOf(dispute)).toEqual([])
  })

  test('is taken without what was refunded before', async () => {
    await stripe().refund(sessionId, 1_000)
    const dispute = await disputed()
    await closed(dispute, 'won')
    expect(await cents()).toBe(4_000)
    await closed(dispute, 'lost', 1_000)
    expect(await cents()).toBe(0)
    expect((await movements()).at(-1)).toBe('dispute -4000')
  })

  test('and was refused by an earlier version, is taken at the next comparison', async () => {
    const dispute = await disputed()
    await closed(dispute, 'won')
    side.sandbox.faults.ask({ stripeEventLost: {} })
    await stripe().closeDispute(dispute.id, 'lost')
    side.sandbox.faults.clear()
    await report(dispute.id, 'refused')
    expect(await faultsOf(dispute)).toEqual([expect.stringContaining(dispute.id)])
    expect(await reconcilePayments(side.parts)).toMatchObject({ repaired: 1 })
    expect(await faultsOf(dispute)).toEqual([])
    expect(await cents()).toBe(0)
  })
})

describe('a worker that is slower than another', () => {
  test.each(['needs_response', 'under_review', 'lost'] as const)(
    'and has read %s before the win, takes nothing for good and reports no fault',
    async (status) => {
      const dispute = await disputed()
      Object.assign(dispute, { status })
      await report(dispute.id)
      await handleWaiting(slowWorker(() => closedByAnother(dispute)))
      expect(await movements()).toEqual(['topup 5000', 'dispute -5000', 'reinstate 5000'])
      expect(await faultsOf(dispute)).toEqual([])
    },
  )

  test('and is the first to take a dispute that was won meanwhile, gives it back', async () => {
    await handleWaiting(side.parts)
    const dispute = await stripe().dispute(sessionId)
    await handleWaiting(slowWorker(() => closedByAnother(dispute)))
    expect(await cents()).toBe(5_000)
  })

  test('and reads that it is lost just before it is won after all, takes nothing a second time', async () => {
    await handleWaiting(side.parts)
    const dispute = await stripe().dispute(sessionId)
    await stripe().closeDispute(dispute.id, 'lost')
    const lost = await side.parts.stripe.getDispute(dispute.id)
    const port = side.parts.stripe
    let reads = 0
    const getDispute: typeof port.getDispute = async (id) => {
      reads += 1
      if (reads === 2) await closedByAnother(dispute)
      return reads <= 2 ? lost : port.getDispute(id)
    }
    await handleWaiting({ ...side.parts, stripe: { ...port, getDispute } })
    expect(await movements()).toEqual(['topup 5000', 'dispute -5000', 'reinstate 5000'])
  })

  const closedByAnother = async ({ id }: Dispute) => {
    await stripe().closeDispute(id, 'won')
    await applyStripeObject(side.parts, id)
  }
})

test('a dispute in another currency than its payment takes nothing, and is told', async () => {
  const dispute = await stripe().dispute(sessionId)
  const port = side.parts.stripe
  const getDispute: typeof port.getDispute = async (id) => {
    const facts = await port.getDispute(id)
    return facts && { ...facts, currency: 'IDR' }
  }
  await handleWaiting({ ...side.parts, stripe: { ...port, getDispute } })
  expect(await cents()).toBe(5_000)
  expect(await faultsOf(dispute)).toEqual(
    ['created', 'funds_withdrawn'].map(
      (type) => `charge.dispute.${type} of ${dispute.id} was refused: it does not match its payment`,
    ),
  )
  // As Stripe tells it later.
  await reconcilePayments(side.parts)
  expect(await faultsOf(dispute)).toEqual([])
  expect(await cents()).toBe(0)
})
