import { runDueJobs } from '../../../test/support/run-due-jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { asOwner } from '../../../test/support/product.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard, TERMS } from '../../../test/support/payments.ts'
import { createStripe } from '../../integrations/stripe/stripe.ts'
import { applyStripeObject } from '../top-ups/apply-stripe-object.ts'
import { chargeIfLow } from './charge-low-funds.ts'
import { createPaymentTasks } from '../payment-tasks.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `forgotten-${count}@example.com`)
  side.sandbox.faults.clear()
})

const isHeld = (card: string) =>
  side.sandbox.stripe.cards().find(({ id }) => id === card)!.customerId !== null
const cardHere = async () => {
  const row = await side.parts.db
    .selectFrom('auto_top_ups')
    .select(['is_on', 'card_id', 'card_last4'])
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  return row
}
const deactivate = async () => expect((await owner.api('POST', '/api/auth/deactivate')).status).toBe(204)
const beginVisit = async () => {
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const { body } = await owner.api('POST', '/api/auto-top-up/card')
  return /cs_test_\w+/.exec(body['setupUrl'] as string)![0]
}

test('deactivating forgets the card here at once and at Stripe soon after', async () => {
  const card = await leaveCard(side, owner)
  await deactivate()
  expect(await cardHere()).toEqual({ is_on: false, card_id: null, card_last4: null })
  await side.work()
  expect(isHeld(card)).toBe(false)
})

test('while Stripe fails an account is deactivated all the same, and the card is deleted at Stripe later', async () => {
  const card = await leaveCard(side, owner)
  side.sandbox.faults.ask({ stripe5xx: {} })
  await deactivate()
  await side.work()
  expect(isHeld(card)).toBe(true)
  expect(await side.jobs('forget-card')).toEqual([{ cardId: card }])
  side.sandbox.faults.clear()
  const [job] = await side.jobs('forget-card')
  const { 'forget-card': forget } = createPaymentTasks(side.parts)
  await forget!(job)
  expect(isHeld(card)).toBe(false)
  // The worker was killed before it had recorded that this was done.
  await forget!(job)
})

test('a card that Stripe refuses to forget is reported and tried every day until it is gone', async () => {
  const card = await leaveCard(side, owner)
  await deactivate()
  await workWithWrongKey()
  expect(isHeld(card)).toBe(true)
  const waiting = (await side.jobs('forget-card')).filter(
    (job) => (job as { cardId: string }).cardId === card,
  )
  expect(waiting).toEqual([{ cardId: card, dailySince: expect.any(String) }])
  await workWithWrongKey()
  await side.work()
  expect(isHeld(card)).toBe(true)
  const { 'forget-card': forget } = createPaymentTasks(side.parts)
  await forget!(waiting[0])
  expect(isHeld(card)).toBe(false)
})

test('a card for which Stripe does not answer through all tries of a job is tried every day, and stays reported', async () => {
  const card = await leaveCard(side, owner)
  await deactivate()
  side.sandbox.faults.ask({ stripe5xx: {} })
  const jobsOf = (what: string) =>
    asOwner(side.parts.env.DATABASE_URL!, async (pool) => {
      const { rows } = await pool.query<{ payload: unknown; days: number; queue: string }>(
        `${what} and j.payload->>'cardId' = $1
         returning j.payload, round(extract(epoch from j.run_at - now()) / 86400)::integer as days,
                   (select queue_name from graphile_worker._private_job_queues q where q.id = j.job_queue_id) as queue`,
        [card],
      )
      return rows
    })
  const all = 'update graphile_worker._private_jobs j set attempts = attempts where true'
  await jobsOf('update graphile_worker._private_jobs j set attempts = 17 where true')
  for (let tries = 17; tries < 25; tries += 1) {
    await jobsOf(
      "update graphile_worker._private_jobs j set run_at = now() where run_at < now() + interval '12 hours'",
    )
    await side.work()
  }
  const nextDay = { payload: { cardId: card, dailySince: expect.any(String) }, days: 1, queue: 'stripe' }
  const comes = 'update graphile_worker._private_jobs j set run_at = now() where true'
  expect(await jobsOf(all)).toEqual([nextDay])
  await jobsOf(comes)
  await side.work()
  expect(await jobsOf(all)).toEqual([nextDay])
  side.sandbox.faults.clear()
  await jobsOf(comes)
  await side.work()
  expect([isHeld(card), await jobsOf(all)]).toEqual([false, []])
})

/** The jobs that are due, with a key of another account's. */
const workWithWrongKey = async () => {
  const { STRIPE_API_URL: apiUrl, DATABASE_URL: connectionString } = side.parts.env
  const stripe = createStripe({ secretKey: 'sk_test_another', webhookSecret: 'whsec_another', apiUrl })
  const forget = createPaymentTasks({ ...side.parts, stripe })['forget-card']!
  await runDueJobs(connectionString!, { 'forget-card': forget })
}

test('a card that was left after the account was deactivated is not kept, by webhook or landing page', async () => {
  const visit = await beginVisit()
  await deactivate()
  await side.sandbox.stripe.leaveCard(visit, 'works')
  expect(await applyStripeObject(side.parts, visit)).toBe('not-needed')
  expect(await applyStripeObject(side.parts, visit)).toBe('unchanged')
  await side.work()
  expect(await cardHere()).toMatchObject({ is_on: false, card_id: null })
  expect(isHeld(side.sandbox.stripe.find(visit).cardId!)).toBe(false)
})

test('a card that was left in the sandbox is not kept where the key moves real money', async () => {
  const visit = await beginVisit()
  await side.sandbox.stripe.leaveCard(visit, 'works')
  const live = { ...side.parts, stripe: { ...side.parts.stripe, isLive: true } }
  expect(await applyStripeObject(live, visit)).toBe('refused')
  expect(await cardHere()).toMatchObject({ is_on: true, card_id: null })
})

test('a card that was left after the owner switched it off is not kept, and the one before stays', async () => {
  const before = await leaveCard(side, owner)
  const visit = await beginVisit()
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  await side.sandbox.stripe.leaveCard(visit, 'works')
  const { status, body } = await owner.api('PUT', '/api/auto-top-up/card', { sessionId: visit })
  expect([status, body['isOn']]).toEqual([200, false])
  await side.work()
  expect(await cardHere()).toMatchObject({ card_id: before })
  expect(isHeld(before)).toBe(true)
  expect(isHeld(side.sandbox.stripe.find(visit).cardId!)).toBe(false)
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('credited')
})
