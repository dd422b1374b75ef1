import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, cardMovements, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { applyStripeObject } from './apply-stripe-object.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `payer-${count}@example.com`)
})

const stripe = () => side.sandbox.stripe
const verify = (sessionId: string) => owner.api('GET', `/api/payments/verify?session_id=${sessionId}`)
const cents = () => availableCents(side.parts.db, owner.businessId)
const movements = () => cardMovements(side.parts.db, owner.businessId)

test('an owner pays on Stripe’s page, and the landing page has the funds [1.5] [3.8]', async () => {
  const { status, body } = await owner.api('POST', '/api/top-ups', { amount: 50 })
  expect(status).toBe(200)
  const { checkoutUrl, sessionId } = body as { checkoutUrl: string; sessionId: string }
  expect((await owner.open(checkoutUrl)).body).toContain('$50.00')
  const undo = owner.stopAt(`${side.url}/payment/success`)
  const landed = await owner.submit(checkoutUrl, { way: 'pay' })
  undo()
  expect(landed.url).toBe(`${side.url}/payment/success?session_id=${sessionId}`)

  expect((await verify(sessionId)).body).toEqual({
    success: true,
    token: null,
    amount: 50,
    currency: 'AUD',
    paymentDetails: { sessionId, amountPaid: 50, currency: 'AUD' },
    message: expect.stringContaining('successful'),
  })
  expect(await cents()).toBe(5_000)
  const { body: list } = await owner.api('GET', '/api/top-ups')
  expect(list).toMatchObject({
    currency: 'AUD',
    presets: [20, 50, 100, 200],
    averageTextPrice: 0.09,
    topUps: [{ amount: 50, state: 'paid', returned: 0, receiptUrl: expect.stringContaining('/receipt') }],
  })
})

test('a top-up is paid by card, whatever else the account at Stripe would offer', async () => {
  const sessionId = await orderTopUp(owner, 20)
  expect(
    stripe()
      .payments()
      .find((payment) => payment.sessionId === sessionId),
  ).toMatchObject({ isByCard: true })
})

test('webhook, landing page and repetitions at once credit a payment once', async () => {
  side.sandbox.faults.ask({ stripeEventRepeated: { count: 1 } })
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  await stripe().settled()
  const work = Array.from({ length: 6 }, () => [
    verify(sessionId),
    applyStripeObject(side.parts, sessionId),
    handleWaiting(side.parts),
  ])
  await Promise.all(work.flat())
  const [event] = stripe()
    .events()
    .filter(({ object }) => object['id'] === sessionId)
  expect(await stripe().redeliver(event!.id)).toBe(200)
  await handleWaiting(side.parts)
  expect(await movements()).toEqual(['topup 2000'])
  expect(await cents()).toBe(2_000)
})

test('money that comes later is credited when it comes, and not before', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await stripe().payLater(sessionId)
  await handleWaiting(side.parts)
  expect((await verify(sessionId)).body).toMatchObject({ success: false, paymentDetails: { amountPaid: 0 } })
  expect(await cents()).toBe(0)
  await stripe().settle(sessionId, 'succeeds')
  await handleWaiting(side.parts)
  expect(await cents()).toBe(2_000)
})

test('money that never comes, a page that expired and a declined card credit nothing and say so', async () => {
  const refused = await orderTopUp(owner, 20)
  await stripe().payLater(refused)
  await stripe().settle(refused, 'fails')
  const expired = await orderTopUp(owner, 20)
  await stripe().expire(expired)
  const declined = await orderTopUp(owner, 20)
  stripe().decline(declined)
  await handleWaiting(side.parts)
  const words = await Promise.all(
    [refused, expired, declined].map(async (id) => (await verify(id)).body['message']),
  )
  expect(words).toEqual([
    expect.stringContaining('did not complete'),
    expect.stringContaining('expired'),
    expect.stringContaining('not been completed'),
  ])
  expect(await cents()).toBe(0)
})

describe('a reversal', () => {
  const paid = async (amount: number) => {
    const sessionId = await orderTopUp(owner, amount)
    await stripe().pay(sessionId)
    return sessionId
  }

  test('refunds count once each, partial ones too, even when reported before the payment', async () => {
    side.sandbox.faults.ask({ stripeEventLost: { count: 1 } })
    const sessionId = await paid(50)
    await stripe().refund(sessionId, 1_000)
    await stripe().refund(sessionId, 1_500)
    await Promise.all([handleWaiting(side.parts), handleWaiting(side.parts)])
    expect((await movements()).toSorted()).toEqual(['refund -1000', 'refund -1500', 'topup 5000'])
    expect(await cents()).toBe(2_500)
    const { body: list } = await owner.api('GET', '/api/top-ups')
    expect(list).toMatchObject({ topUps: [{ amount: 50, returned: 25 }] })
  })

  test('a refund that fails gives the funds back once', async () => {
    const sessionId = await paid(20)
    const refund = await stripe().refund(sessionId)
    await handleWaiting(side.parts)
    expect(await cents()).toBe(0)
    await stripe().failRefund(refund.id)
    await handleWaiting(side.parts)
    await applyStripeObject(side.parts, refund.id)
    expect(await movements()).toEqual(['topup 2000', 'refund -2000', 'reinstate 2000'])
  })

  test('a dispute takes the funds below zero, nothing can be reserved, and a win brings them back', async () => {
    const sessionId = await paid(20)
    await handleWaiting(side.parts)
    const { db } = side.parts
    const { reserveFunds, releaseFunds } = await import('../../ledger/reserve-funds.ts')
    await asBusiness(db, owner.businessId, (trx) =>
      reserveFunds(trx, owner.businessId, [{ reference: 'text-1', cents: 500 }]),
    )
    const dispute = await stripe().dispute(sessionId)
    await handleWaiting(side.parts)
    expect(await cents()).toBe(-500)
    await expect(
      asBusiness(db, owner.businessId, (trx) =>
        reserveFunds(trx, owner.businessId, [{ reference: 'text-2', cents: 18 }]),
      ),
    ).rejects.toMatchObject({ code: '23514' })
    await asBusiness(db, owner.businessId, (trx) =>
      releaseFunds(trx, owner.businessId, [{ reference: 'text-1', cents: 500 }]),
    )
    await stripe().closeDispute(dispute.id, 'won')
    await handleWaiting(side.parts)
    expect(await cents()).toBe(2_000)
    await asBusiness(db, owner.businessId, (trx) =>
      reserveFunds(trx, owner.businessId, [{ reference: 'text-3', cents: 2_000 }]),
    )
    await expect(
      asBusiness(db, owner.businessId, (trx) =>
        reserveFunds(trx, owner.businessId, [{ reference: 'text-4', cents: 1 }]),
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('a dispute of what was refunded in part is lost, and gives back what was refunded before', async () => {
    const sessionId = await paid(50)
    await stripe().refund(sessionId, 1_000)
    const dispute = await stripe().dispute(sessionId)
    await handleWaiting(side.parts)
    expect(await cents()).toBe(-1_000)
    await stripe().closeDispute(dispute.id, 'lost', 1_000)
    await handleWaiting(side.parts)
    await applyStripeObject(side.parts, dispute.id)
    expect(await cents()).toBe(0)
    expect((await movements()).toSorted()).toEqual([
      'dispute -5000',
      'refund -1000',
      'reinstate 1000',
      'topup 5000',
    ])
    const { body: list } = await owner.api('GET', '/api/top-ups')
    expect(list).toMatchObject({ topUps: [{ amount: 50, state: 'paid', returned: 50 }] })
  })

  test('a dispute that was lost, gave a part back and is won on appeal gives back the rest, once', async () => {
    const sessionId = await paid(50)
    await stripe().refund(sessionId, 1_000)
    const dispute = await stripe().dispute(sessionId)
    await stripe().closeDispute(dispute.id, 'lost', 1_000)
    await handleWaiting(side.parts)
    expect(await cents()).toBe(0)
    await stripe().closeDispute(dispute.id, 'won')
    await handleWaiting(side.parts)
    await applyStripeObject(side.parts, dispute.id)
    expect(await cents()).toBe(4_000)
    expect((await movements()).filter((one) => one.startsWith('reinstate')).toSorted()).toEqual([
      'reinstate 1000',
      'reinstate 4000',
    ])
  })

  test('a lost dispute that gives back in two parts, and is won on appeal, gives back all of it once', async () => {
    const sessionId = await paid(50)
    await stripe().refund(sessionId, 1_000)
    const dispute = await stripe().dispute(sessionId)
    for (const cents of [600, 1_000]) {
      await stripe().closeDispute(dispute.id, 'lost', cents)
      await handleWaiting(side.parts)
    }
    await stripe().closeDispute(dispute.id, 'won')
    await handleWaiting(side.parts)
    await Promise.all([1, 2, 3].map(() => applyStripeObject(side.parts, dispute.id)))
    expect((await movements()).filter((one) => one.startsWith('reinstate')).toSorted()).toEqual([
      'reinstate 400',
      'reinstate 4000',
      'reinstate 600',
    ])
    expect(await cents()).toBe(4_000)
  })

  test('an inquiry takes nothing', async () => {
    const sessionId = await paid(20)
    await stripe().dispute(sessionId, { isInquiry: true })
    await handleWaiting(side.parts)
    expect(await movements()).toEqual(['topup 2000'])
  })
})

test('a checkout whose answer was lost is found by our own reference', async () => {
  const answerLost = { stripeAnswerLost: { count: 1 } }
  side.sandbox.faults.ask(answerLost)
  const sessionId = await orderTopUp(owner, 20)
  const ours = stripe()
    .payments()
    .filter(({ sessionId: id }) => id === sessionId)
  expect(ours).toHaveLength(1)
  await side.parts.db
    .updateTable('checkouts')
    .set({ session_id: null })
    .where('session_id', '=', sessionId)
    .execute()
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  expect(await cents()).toBe(2_000)
})

test('what no webhook reported is found by the reconciliation, and it agrees', async () => {
  side.later(3 * 60_000)
  await reconcilePayments(side.parts)
  side.sandbox.faults.ask({ stripeEventLost: {} })
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  await stripe().refund(sessionId, 500)
  side.sandbox.faults.clear()
  side.later(3 * 60_000)
  // With a key of real money, what the sandbox reports is not for its ledger.
  const live = { ...side.parts, stripe: { ...side.parts.stripe, isLive: true } }
  expect(await reconcilePayments(live)).toEqual({ missedEvents: 0, repaired: 0, faults: [] })
  const report = await reconcilePayments(side.parts)
  expect(report).toMatchObject({ missedEvents: 3, repaired: 2, faults: [] })
  expect(await cents()).toBe(1_500)
  expect(await reconcilePayments(side.parts)).toEqual({ missedEvents: 0, repaired: 0, faults: [] })
})
