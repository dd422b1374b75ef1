import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Payment } from '../../../sandbox/stripe/world.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { startBreakingPost } from '../../../test/support/breaking-post.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import {
  availableCents,
  cardMovements,
  handleWaiting,
  leaveCard,
  TERMS,
} from '../../../test/support/payments.ts'
import { SIGNING, startSandbox } from '../../../test/support/sandbox.ts'
import { startDoomed } from '../../../test/support/until-killed.ts'
import { createMail } from '../../integrations/mail/mail.ts'
import { tellPausedTopUps } from '../../notices/tell-paused-top-ups.ts'
import { chargeIfLow } from './charge-low-funds.ts'
import { lookForCharges } from './look-for-charges.ts'
import { reconcilePayments } from '../top-ups/reconcile-payments.ts'

const side = useAccountSide()
const MINUTE_MS = 60_000
let owner: Owner
let email = ''
let count = 0
let post: Sandbox

beforeAll(async () => {
  post = await startSandbox({ smtpPort: 0 })
})
afterAll(() => post.close())
beforeEach(async () => {
  count += 1
  email = `troubled-${count}@example.com`
  owner = await createOwner(side, email)
})
afterEach(() => side.sandbox.faults.clear())

const stripe = () => side.sandbox.stripe
const cents = () => availableCents(side.parts.db, owner.businessId)
const movements = () => cardMovements(side.parts.db, owner.businessId)
const settings = async () => (await owner.api('GET', '/api/auto-top-up')).body
const charges = (): Payment[] =>
  stripe()
    .payments()
    .filter((payment) => payment.kind === 'charge' && payment.email === email)
const charge = () => chargeIfLow(side.parts, owner.businessId)
const tell = (smtpUrl = `smtp://127.0.0.1:${post.smtpPort}`) =>
  tellPausedTopUps({
    ...side.parts,
    mail: createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.example>' }),
  })
const mails = () => post.mails().filter(({ to }) => to.includes(email))
/** Between the claim and the charge the process stands still for so long. */
const chargeAfter = async (ms: number) => {
  const { stripe: client } = side.parts
  const { chargeCard } = client
  client.chargeCard = (wanted) => {
    side.later(ms)
    return chargeCard(wanted)
  }
  try {
    return await charge()
  } finally {
    client.chargeCard = chargeCard
  }
}
const look = async (times: number, everyMs: number) => {
  for (let time = 0; time < times; time += 1) {
    side.later(everyMs)
    await lookForCharges(side.parts)
  }
}

describe('a card that is refused', () => {
  test.each([
    ['declines', 'declined', 'was declined'],
    ['asks', 'authentication', 'confirm'],
  ] as const)('%s: paused, mailed once, and not tried again', async (fate, reason, words) => {
    await leaveCard(side, owner, fate)
    expect(await charge()).toBe('recorded')
    await handleWaiting(side.parts)
    expect(await settings()).toMatchObject({ isOn: true, paused: { reason } })
    expect(await charge()).toBe('not-due')
    await tell('smtp://127.0.0.1:1')
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]!.text).toContain(words)
    expect(mails()[0]!.text).toContain(`${side.url}/dashboard?tab=top-up&amount=50`)
    expect(charges()).toHaveLength(1)
    expect(await cents()).toBe(0)
  })

  test('is not mailed again where the mail may have been taken', async () => {
    await leaveCard(side, owner, 'declines')
    await charge()
    const breaking = await startBreakingPost('after-data')
    await tell(breaking.smtpUrl)
    await breaking.close()
    await tell()
    expect(breaking.taken()).toBe(1)
    expect(mails()).toEqual([])
  })

  test('is tried again at once when its owner asks for it, and she is mailed again if it is refused again', async () => {
    const card = await leaveCard(side, owner, 'declines')
    await charge()
    await tell()
    await owner.api('PUT', '/api/auto-top-up', TERMS)
    expect(await charge()).toBe('recorded')
    await tell()
    expect(mails()).toHaveLength(2)
    stripe().changeFate(card, 'works')
    await owner.api('PUT', '/api/auto-top-up', TERMS)
    expect(await charge()).toBe('credited')
  })

  test('is not charged by a worker that stood still, before it is rested', async () => {
    await leaveCard(side, owner, 'works')
    expect(await chargeIfLow({ ...side.parts, isRested: () => false }, owner.businessId)).toBe('not-due')
    expect(charges()).toEqual([])
    expect(await charge()).toBe('credited')
  })

  test('is answered by another card', async () => {
    await leaveCard(side, owner, 'asks')
    await charge()
    await leaveCard(side, owner)
    expect(await settings()).toMatchObject({ paused: null })
    expect(await charge()).toBe('credited')
  })

  test('that Stripe does not know any more is paused too', async () => {
    const card = await leaveCard(side, owner)
    stripe()
      .cards()
      .find(({ id }) => id === card)!.customerId = null
    expect(await charge()).toBe('failed')
    expect(await settings()).toMatchObject({ paused: { reason: 'unusable' } })
  })

  test('is not paused by a key of ours that Stripe does not take, and rests an hour', async () => {
    await leaveCard(side, owner)
    const { createStripe } = await import('../../integrations/stripe/stripe.ts')
    const { STRIPE_API_URL: apiUrl } = side.parts.env
    const wrong = createStripe({ secretKey: 'sk_test_wrong', webhookSecret: 'whsec_x', apiUrl })
    expect(await chargeIfLow({ ...side.parts, stripe: wrong }, owner.businessId)).toBe('failed')
    expect(await settings()).toMatchObject({ paused: null })
    expect(await charge()).toBe('not-due')
    side.later(60 * MINUTE_MS)
    expect(await charge()).toBe('credited')
  })
})

describe('an answer that never came', () => {
  test('is asked for, not charged again: what was charged is credited once', async () => {
    await leaveCard(side, owner)
    side.sandbox.faults.ask({ stripeAnswerLost: {}, stripeEventLost: {} })
    expect(await charge()).toBe('unknown')
    expect(await charge()).toBe('not-due')
    side.sandbox.faults.clear()
    side.later(2 * MINUTE_MS)
    await Promise.all([lookForCharges(side.parts), lookForCharges(side.parts), lookForCharges(side.parts)])
    expect(await movements()).toEqual(['topup 5000'])
    expect(charges()).toHaveLength(1)
  })

  test('because the process stood still before it asked: the old claim is not charged, and is made anew later', async () => {
    await leaveCard(side, owner)
    expect(await chargeAfter(21_000)).toBe('unknown')
    expect(charges()).toEqual([])
    await look(4, 2 * MINUTE_MS)
    side.later(60 * MINUTE_MS)
    expect(await charge()).toBe('credited')
    expect(charges()).toHaveLength(1)
  })

  test('of a refusal is found as well, and pauses', async () => {
    await leaveCard(side, owner, 'declines')
    side.sandbox.faults.ask({ stripeAnswerLost: {}, stripeEventLost: {} })
    expect(await charge()).toBe('unknown')
    side.sandbox.faults.clear()
    await look(1, 2 * MINUTE_MS)
    expect(await settings()).toMatchObject({ paused: { reason: 'declined' } })
    expect(charges()).toHaveLength(1)
  })

  test('to a charge that Stripe never had ends after three looks over five minutes, and it is made anew later', async () => {
    await leaveCard(side, owner)
    side.sandbox.faults.ask({ stripe5xx: {} })
    expect(await charge()).toBe('unknown')
    await look(4, 2 * MINUTE_MS)
    expect(await charge()).toBe('not-due')
    side.sandbox.faults.clear()
    await look(2, 2 * MINUTE_MS)
    expect(await charge()).toBe('not-due')
    await look(2, 5 * MINUTE_MS)
    expect(charges()).toEqual([])
    expect(await charge()).toBe('not-due')
    side.later(60 * MINUTE_MS)
    expect(await charge()).toBe('credited')
    expect(await cents()).toBe(5_000)
    const { body } = await owner.api('GET', '/api/top-ups')
    expect(body['topUps']).toHaveLength(1)
  })

  test('because the worker was killed between the charge and its answer, is asked for too', async () => {
    await leaveCard(side, owner)
    side.sandbox.faults.ask({ stripeEventLost: {} })
    const { DATABASE_URL, STRIPE_API_URL, PUBLIC_URL, SANDBOX_PORT, ENCRYPTION_KEYS } = side.parts.env
    const settingsGiven = {
      ...SIGNING,
      DATABASE_URL,
      STRIPE_API_URL,
      PUBLIC_URL,
      SANDBOX_PORT: String(SANDBOX_PORT),
      ENCRYPTION_KEYS: ENCRYPTION_KEYS.join(','),
    }
    const dying = await startDoomed('charges-card', [JSON.stringify(settingsGiven), owner.businessId])
    await dying.kill()
    expect(charges()).toHaveLength(1)
    expect(await cents()).toBe(0)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => charge()))
    expect(outcomes).toEqual(Array(5).fill('not-due'))
    side.later(2 * MINUTE_MS)
    await lookForCharges(side.parts)
    expect(await movements()).toEqual(['topup 5000'])
    expect(charges()).toHaveLength(1)
    expect(await charge()).toBe('not-due')
  })

  test('while the bank has not answered, is waited for, and the charge is cancelled at the last look', async () => {
    await leaveCard(side, owner, 'declines')
    side.sandbox.faults.ask({ stripeAnswerLost: {}, stripeEventLost: {} })
    await charge()
    side.sandbox.faults.clear()
    stripe().forge(charges()[0]!.sessionId, { refusal: null })
    await look(1, 2 * MINUTE_MS)
    expect(await charge()).toBe('not-due')
    await look(2, 5 * MINUTE_MS)
    expect(charges()[0]).toMatchObject({ intentStatus: 'canceled', isPaid: false })
    expect(await settings()).toMatchObject({ paused: null })
    expect(await charge()).toBe('not-due')
  })
})

test.each([
  ['amount', { amountCents: 100_000 }],
  ['currency', { currency: 'idr' }],
  ['customer', { customerId: 'cus_somebody' }],
])('a charge whose %s is not what we asked for credits nothing and is reported', async (_what, change) => {
  await leaveCard(side, owner)
  side.sandbox.faults.ask({ stripeAnswerLost: {} })
  await charge()
  side.sandbox.faults.clear()
  stripe().forge(charges()[0]!.sessionId, change)
  await handleWaiting(side.parts)
  expect(await cents()).toBe(0)
  const { faults } = await reconcilePayments(side.parts)
  expect(faults.some((fault) => fault.includes('Stripe reports another'))).toBe(true)
  expect(await charge()).toBe('not-due')
})
