import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dispute } from '../../../sandbox/stripe/world.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { asOwner } from '../../../test/support/product.ts'
import { runDueJobs } from '../../../test/support/run-due-jobs.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { createPaymentTasks } from '../payment-tasks.ts'
import { findPaymentFaults } from './reconcile-payments.ts'

const side = useAccountSide()
let owner: Owner
let sessionId: string
let count = 0

beforeEach(async () => {
  count += 1
  side.sandbox.faults.clear()
  owner = await createOwner(side, `reader-${count}@example.com`)
  sessionId = await orderTopUp(owner, 50)
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
})

const stripe = () => side.sandbox.stripe
const cents = () => availableCents(side.parts.db, owner.businessId)
const away = new VendorFailure('stripe', 'retry-later', 'http-503', 'Stripe does not answer.')
type GetDispute = PaymentDeps['stripe']['getDispute']

const asking = (getDispute: GetDispute): PaymentDeps => ({
  ...side.parts,
  stripe: { ...side.parts.stripe, getDispute },
})

/** Answers once, and then no more. */
const answersOnce = (first: GetDispute): GetDispute => {
  let reads = 0
  return (id) => ((reads += 1) === 1 ? first(id) : Promise.reject(away))
}

/** Won, with all that Stripe reported handled; taken by a worker that has read it before, and nothing after. */
const takenForGood = async (): Promise<Dispute> => {
  const dispute = await stripe().dispute(sessionId)
  const { getDispute } = side.parts.stripe
  const slow = asking(
    answersOnce(async (id) => {
      const facts = await getDispute(id)
      await stripe().closeDispute(id, 'won')
      await handleWaiting(side.parts)
      return facts
    }),
  )
  await expect(handleWaiting(slow)).rejects.toBe(away)
  await handleWaiting(side.parts)
  expect(await cents()).toBe(0)
  return dispute
}

type Job = { payload: unknown; key: string; queue: string; minutes: number; isDead: boolean }
const jobsOf = ({ id }: Dispute, set = 'attempts = attempts'): Promise<Job[]> =>
  asOwner(side.parts.env.DATABASE_URL!, async (pool) => {
    const { rows } = await pool.query<Job>(
      `update graphile_worker._private_jobs j set ${set} where j.payload ->> 'id' = $1
       returning j.payload, j.key, round(extract(epoch from j.run_at - now()) / 60)::integer as minutes,
                 j.attempts >= j.max_attempts as "isDead",
                 (select queue_name from graphile_worker._private_job_queues q where q.id = j.job_queue_id) as queue`,
      [id],
    )
    return rows
  })
const runNow = async (dispute: Dispute, deps: PaymentDeps = side.parts): Promise<void> => {
  await jobsOf(dispute, 'run_at = now()')
  const { 'look-at-reversal': task } = createPaymentTasks({ ...side.parts, ...deps })
  await runDueJobs(side.parts.env.DATABASE_URL!, { 'look-at-reversal': task! })
}

describe('a booking after which Stripe was not read again', () => {
  test('is looked at a minute later, once', async () => {
    const dispute = await takenForGood()
    const [job, ...others] = await jobsOf(dispute)
    expect([job, others]).toEqual([
      {
        payload: { id: dispute.id },
        key: `look-at-reversal:${dispute.id}:0`,
        queue: 'stripe',
        minutes: 1,
        isDead: false,
      },
      [],
    ])
    await runNow(dispute)
    expect(await cents()).toBe(5_000)
    expect((await findPaymentFaults(side.parts.db, new Date())).join()).not.toContain(dispute.id)
    // The movement that it made is looked at once as well.
    expect((await jobsOf(dispute)).map(({ minutes }) => minutes)).toEqual([1])
    await runNow(dispute)
    expect([await cents(), await jobsOf(dispute)]).toEqual([5_000, []])
  })

  test('is looked at until that has ended well, though it booked before it failed', async () => {
    const dispute = await takenForGood()
    await runNow(dispute, asking(answersOnce(side.parts.stripe.getDispute)))
    expect(await cents()).toBe(5_000)
    const left = await jobsOf(dispute)
    expect(left.map(({ isDead }) => isDead)).toEqual([false, false])
    await runNow(dispute)
    expect([await cents(), await jobsOf(dispute)]).toEqual([5_000, []])
  })

  test('is looked at every day, where Stripe cannot say what it is through all tries', async () => {
    const dispute = await takenForGood()
    const unknown = asking(() => Promise.resolve(undefined))
    await runNow(dispute, unknown)
    expect(await jobsOf(dispute, 'attempts = 21')).toMatchObject([{ payload: { id: dispute.id } }])
    const nextDay = { payload: { id: dispute.id, dailySince: expect.any(String) }, minutes: 1_440 }
    await runNow(dispute, unknown)
    expect(await jobsOf(dispute)).toMatchObject([nextDay])
    await runNow(dispute, unknown)
    expect(await jobsOf(dispute)).toMatchObject([nextDay])
    await runNow(dispute)
    expect(await cents()).toBe(5_000)
  })

  test('is given up where Stripe does not know it for a month, as after a change of the account', async () => {
    const dispute = await takenForGood()
    const since = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString()
    await jobsOf(dispute, `attempts = 21, payload = payload::jsonb || '{"dailySince":"${since}"}'`)
    await runNow(
      dispute,
      asking(() => Promise.resolve(undefined)),
    )
    expect(await jobsOf(dispute)).toEqual([])
  })
})

test('a dispute of which an earlier version booked too much is read once more by the upgrade', async () => {
  await stripe().refund(sessionId, 1_000)
  await handleWaiting(side.parts)
  const dispute = await stripe().dispute(sessionId)
  await handleWaiting(side.parts)
  // What that version did not book, and handled.
  side.sandbox.faults.ask({ stripeEventLost: {} })
  await stripe().closeDispute(dispute.id, 'lost', 1_000)
  const { DATABASE_URL } = side.parts.env
  const migration = await readFile('database/migrations/0092-disputes-are-read-again.sql', 'utf8')
  await asOwner(DATABASE_URL!, async (pool) => {
    await pool.query(`delete from graphile_worker._private_jobs where payload ->> 'id' = $1`, [dispute.id])
    await pool.query(migration)
  })
  expect(await cents()).toBe(-1_000)
  await runNow(dispute)
  expect(await cents()).toBe(0)
})
