import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import {
  availableCents,
  cardMovements,
  handleWaiting,
  leaveCard,
  orderTopUp,
  spend,
  TERMS,
} from '../../../test/support/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { chargeIfLow, chargeLowFunds } from './charge-low-funds.ts'
import { createPaymentTasks } from '../payment-tasks.ts'
import { grantFunds } from '../../flows/funds/grant-funds.ts'
import { reconcilePayments } from '../top-ups/reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `filler-${count}@example.com`)
})

const stripe = () => side.sandbox.stripe
const cents = () => availableCents(side.parts.db, owner.businessId)
const movements = () => cardMovements(side.parts.db, owner.businessId)
const settings = async () => (await owner.api('GET', '/api/auto-top-up')).body
const charges = () =>
  stripe()
    .payments()
    .filter(({ kind, email }) => kind === 'charge' && email === `filler-${count}@example.com`)
const charge = (at?: string) =>
  chargeIfLow(at ? { ...side.parts, databaseNow: async () => new Date(at) } : side.parts, owner.businessId)
const grant = (amountCents: number) =>
  asBusiness(side.parts.db, owner.businessId, (trx) =>
    grantFunds(trx, owner.businessId, {
      cents: amountCents,
      note: 'test',
      reference: crypto.randomUUID(),
      now: new Date(),
    }),
  )
const spendHere = (amountCents: number) => spend(side.parts.db, owner.businessId, amountCents)

test('it is off until the owner agrees, and then a dip is charged once, credited, and listed with its receipt', async () => {
  expect(await settings()).toMatchObject({
    isOn: false,
    threshold: 10,
    amount: 50,
    monthlyCap: 200,
    card: null,
  })
  expect(await charge()).toBe('not-due')
  await grant(1_500)
  await leaveCard(side, owner)
  expect(await settings()).toMatchObject({
    isOn: true,
    card: { brand: 'Visa', last4: '4242', ends: '12/34' },
    chargedThisMonth: 0,
  })
  expect(await charge()).toBe('not-due')
  await spendHere(600)
  expect(await charge()).toBe('credited')
  expect(await charge()).toBe('not-due')
  await handleWaiting(side.parts)
  expect(await cents()).toBe(5_900)
  expect(await movements()).toEqual(['topup 5000'])
  expect(await settings()).toMatchObject({ chargedThisMonth: 50, paused: null })
  const { body: list } = await owner.api('GET', '/api/top-ups')
  expect(list['topUps']).toMatchObject([
    { amount: 50, state: 'paid', isAutomatic: true, receiptUrl: expect.stringContaining('/receipt') },
  ])
  const { body: ledger } = await owner.api('GET', '/api/funds/ledger')
  expect(JSON.stringify(ledger)).toContain('Automatic top-up by card')
})

test('a worker that stops begins no charge', async () => {
  await grant(1_500)
  await leaveCard(side, owner)
  await spendHere(600)
  await chargeLowFunds(side.parts, AbortSignal.abort())
  expect(charges()).toEqual([])
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(1)
})

test('what the owner agreed to is kept with who and when, word for word', async () => {
  await owner.api('PUT', '/api/auto-top-up', { ...TERMS, threshold: 15, amount: 40, monthlyCap: 120 })
  const kept = await side.parts.db
    .selectFrom('auto_top_ups')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  expect(kept.consent_words).toBe(
    'When my funds fall below $15, charge my saved card $40, never more than $120 a month. ' +
      'I can change this or turn it off at any time.',
  )
  expect(kept.consented_at).toBeInstanceOf(Date)
})

test.each([
  ['without her consent', { hasConsented: false }],
  ['a level of nothing', { threshold: 0 }],
  ['a charge below the least', { amount: 9 }],
  ['a charge that is less than the level', { threshold: 60 }],
  ['a charge beyond the most', { amount: 501 }],
  ['a fraction', { amount: 50.5 }],
  ['a cap below one charge', { monthlyCap: 49 }],
  ['a cap beyond the most', { monthlyCap: 2_001 }],
  ['words', { amount: '50' }],
])('%s, nothing is switched on', async (_what, more) => {
  const { status } = await owner.api('PUT', '/api/auto-top-up', { ...TERMS, ...more })
  expect(status).toBe(422)
  expect(await settings()).toMatchObject({ isOn: false })
})

test('a card is asked for only after she agreed, and another owner’s visit to Stripe cannot be used', async () => {
  expect((await owner.api('POST', '/api/auto-top-up/card')).body['code']).toBe('auto-top-up-off')
  await leaveCard(side, owner)
  const visit = stripe()
    .payments()
    .findLast(({ kind }) => kind === 'setup')!.sessionId
  const other = await createOwner(side, `other-${count}@example.com`)
  await other.api('PUT', '/api/auto-top-up', TERMS)
  expect((await other.api('PUT', '/api/auto-top-up/card', { sessionId: visit })).status).toBe(404)
  expect((await other.api('GET', '/api/auto-top-up')).body['card']).toBeNull()
  for (const method of ['GET', 'PUT']) {
    expect(
      (await side.person().api(method, '/api/auto-top-up', method === 'PUT' ? TERMS : undefined)).status,
    ).toBe(401)
  }
})

test('20 workers at one dip charge once', async () => {
  await leaveCard(side, owner)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => charge()))
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  expect(charges()).toHaveLength(1)
  expect(await movements()).toEqual(['topup 5000'])
})

test('one that stalls keeps all others from charging', async () => {
  await leaveCard(side, owner)
  side.sandbox.faults.ask({ stripeSlow: { count: 1 } })
  const slow = charge()
  const others = await Promise.all(Array.from({ length: 5 }, () => charge()))
  expect([...others, await slow].toSorted()).toEqual(['credited', ...Array(5).fill('not-due')])
  expect(charges()).toHaveLength(1)
})

test('events of a charge, repeated and in any order, credit nothing more', async () => {
  await leaveCard(side, owner)
  await charge()
  await stripe().settled()
  const mine = stripe()
    .events()
    .filter(({ object }) => object['id'] === charges()[0]!.intentId)
  expect(mine.map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
  for (const { id } of [...mine, ...mine]) expect(await stripe().redeliver(id)).toBe(200)
  await Promise.all([handleWaiting(side.parts), handleWaiting(side.parts), handleWaiting(side.parts)])
  expect(await cents()).toBe(5_000)
})

describe('a month’s cap', () => {
  const setZone = (zone: string) =>
    side.parts.db
      .updateTable('businesses')
      .set({ country: zone })
      .where('id', '=', owner.businessId)
      .execute()

  test('is never passed, and a new month begins where the business’s own calendar says', async () => {
    await setZone('NZ')
    await leaveCard(side, owner, 'works', { monthlyCap: 100 })
    expect(await charge('2026-11-29T00:00:00Z')).toBe('credited')
    await spendHere(5_000)
    expect(await charge('2026-11-29T01:00:00Z')).toBe('credited')
    await spendHere(5_000)
    // 23:59 on 30 November in Auckland, then the first minute of December there; in UTC it is November still.
    expect(await charge('2026-11-30T10:59:00Z')).toBe('not-due')
    expect(await charge('2026-11-30T11:00:00Z')).toBe('credited')
    expect(charges()).toHaveLength(3)
    expect(await cents()).toBe(5_000)
  })
})

test('a deactivated account is not charged, and coming back does not switch it on', async () => {
  await leaveCard(side, owner)
  await owner.api('POST', '/api/auth/deactivate')
  expect(await charge()).toBe('not-due')
  await side.parts.db
    .updateTable('businesses')
    .set({ deactivated_at: null })
    .where('id', '=', owner.businessId)
    .execute()
  expect(await charge()).toBe('not-due')
  expect(charges()).toEqual([])
})

test('a business that counts in another currency than was agreed to is not charged', async () => {
  await leaveCard(side, owner)
  const { db } = side.parts
  await db.updateTable('businesses').set({ currency: 'NZD' }).where('id', '=', owner.businessId).execute()
  expect(await charge()).toBe('not-due')
  expect(charges()).toEqual([])
})

test('off is off, and a card that is removed is forgotten at Stripe too', async () => {
  const card = await leaveCard(side, owner)
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  expect(await charge()).toBe('not-due')
  expect(await settings()).toMatchObject({ isOn: false, card: { last4: '4242' } })
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const { body } = await owner.api('DELETE', '/api/auto-top-up/card')
  expect(body).toMatchObject({ isOn: false, card: null })
  await side.work()
  expect(
    stripe()
      .cards()
      .find(({ id }) => id === card)!.customerId,
  ).toBeNull()
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  expect(await charge()).toBe('not-due')
})

test('another card takes the place of the first, which Stripe forgets', async () => {
  const first = await leaveCard(side, owner, 'declines')
  const second = await leaveCard(side, owner)
  await side.work()
  const kept = stripe()
    .cards()
    .filter(({ id }) => id === first || id === second)
  expect(kept.map(({ customerId }) => customerId !== null)).toEqual([false, true])
  expect(
    new Set(
      stripe()
        .payments()
        .filter(({ email }) => email === `filler-${count}@example.com`)
        .map(({ customerId }) => customerId),
    ).size,
  ).toBe(1)
  expect(await charge()).toBe('credited')
})

describe('a charge that is reversed', () => {
  test.each(['refund', 'dispute'] as const)('by a %s counts once and is not charged again', async (kind) => {
    await leaveCard(side, owner)
    await charge()
    await stripe()[kind](charges()[0]!.sessionId)
    await Promise.all([handleWaiting(side.parts), handleWaiting(side.parts)])
    expect(await movements()).toEqual(['topup 5000', `${kind} -5000`])
    expect(await settings()).toMatchObject({ paused: { reason: 'taken_back' } })
    expect(await charge()).toBe('not-due')
    expect(charges()).toHaveLength(1)
  })

  test('of a payment on a page does the same', async () => {
    const sessionId = await orderTopUp(owner, 20)
    await leaveCard(side, owner)
    await stripe().pay(sessionId)
    await handleWaiting(side.parts)
    await stripe().refund(sessionId)
    await handleWaiting(side.parts)
    expect(await charge()).toBe('not-due')
    expect(await settings()).toMatchObject({ paused: { reason: 'taken_back' } })
  })
})

test('the reconciliation finds a charge that no webhook reported, and agrees with Stripe', async () => {
  await leaveCard(side, owner)
  side.later(3 * 60_000)
  await reconcilePayments(side.parts)
  side.sandbox.faults.ask({ stripeEventLost: {}, stripeAnswerLost: {} })
  expect(await charge()).toBe('unknown')
  side.sandbox.faults.clear()
  side.later(3 * 60_000)
  expect(await reconcilePayments(side.parts)).toMatchObject({ missedEvents: 1, repaired: 1, faults: [] })
  expect(await cents()).toBe(5_000)
  expect(await reconcilePayments(side.parts)).toEqual({ missedEvents: 0, repaired: 0, faults: [] })
})

test('the task of every minute charges each business whose funds are low, and none twice', async () => {
  await leaveCard(side, owner)
  const tasks = createPaymentTasks(side.parts)
  await Promise.all([tasks['charge-low-funds']!({}), tasks['charge-low-funds']!({})])
  await tasks['charge-low-funds']!({})
  expect(charges()).toHaveLength(1)
  expect(await cents()).toBe(5_000)
})
