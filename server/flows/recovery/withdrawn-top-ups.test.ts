import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard, orderTopUp, TERMS } from '../../../test/support/payments.ts'
import { AFTER_CLAIMS_MS } from '../../../test/support/restoring.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { raiseFence } from '../../database/fence.ts'
import { checkRecovery } from '../../operations/checks/check-recovery.ts'
import { applyCardSetup } from '../../payments/auto-top-ups/apply-card-setup.ts'
import { chargeLowFunds } from '../../payments/auto-top-ups/charge-low-funds.ts'
import { runKey, type Work } from '../../platform/postgres/work/dispatcher.ts'
import { openLeases } from '../../platform/postgres/work/leases.ts'
import { createWorkerTasks } from '../../wiring/worker-tasks.ts'
import { findFence } from './fence-queries.ts'
import { RECOVER_STEPS, type StepDeps } from './recover-steps.ts'
import { mayLackSettings } from './recovery-rules.ts'

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
  owner = await createOwner(side, `withdrawn-${count}@example.com`)
  await leaveCard(side, owner)
})

const settled = async () => {
  const { db } = side.parts
  // A primary that came back is waited for longest.
  for (let time = 0; time < 4 && (await findFence(db)); time += 1) {
    side.later(AFTER_CLAIMS_MS)
    await runKey(work, 'recovery:fence')
  }
  expect(await findFence(db)).toBeUndefined()
}
const recovered = async () => {
  await runKey(work, 'recovery:fence')
  await settled()
}
const shown = async () => (await owner.api('GET', '/api/auto-top-up')).body
const charges = () =>
  side.sandbox.stripe
    .payments()
    .filter(({ kind, email }) => kind === 'charge' && email === `withdrawn-${count}@example.com`)

test('a top-up that was turned off in what was forgotten charges nothing until its owner confirms it', async () => {
  const moment = await markMoment(databaseUrl)
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  await moment.back()
  await anotherHistory(databaseUrl, 'restored')
  await recovered()
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(0)
  expect(await shown()).toMatchObject({ isOn: true, paused: { reason: 'unconfirmed' } })
  const { told_at: toldAt } = await side.parts.db
    .selectFrom('auto_top_ups')
    .select('told_at')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  expect(toldAt).toBeNull()
  expect(await checkRecovery(side.parts.db)).toMatchObject({
    words: expect.stringMatching(/automatic top-ups of \d+ business(es)? were paused until their owners/),
  })
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(1)
})

const raisedFor = (why: string | null) => sql`select raise_fence(${why})`.execute(side.parts.db)
const restarted = () =>
  sql`update recovery set started_at = started_at - interval '1 hour'`.execute(side.parts.db)

test.each([
  ['before a restart was looked into', 'recovery:fence'],
  ['after the step that looks for it', undefined],
])('an order that only Stripe knew, seen by another %s, pauses as well', async (_when, first) => {
  await restarted()
  await raisedFor(null)
  if (first) await raisedFor('payment')
  else {
    await sql`update recovery set reason = 'restored', steps_done = '{payments,inbound,texts,topUps,cursors}'`.execute(
      side.parts.db,
    )
    await raisedFor('payment')
  }
  await recovered()
  expect(await shown()).toMatchObject({ paused: { reason: 'unconfirmed' } })
})

test('nor does a step that did not know so yet count as done', async () => {
  await restarted()
  await raisedFor(null)
  await sql`update recovery set reason = 'restored', steps_done = '{payments,inbound,texts}'`.execute(
    side.parts.db,
  )
  const { topUps } = RECOVER_STEPS
  // Another process learns of the order while this one has looked.
  RECOVER_STEPS['topUps'] = async (deps, fence) => {
    RECOVER_STEPS['topUps'] = topUps!
    await raisedFor('payment')
    return topUps!(deps, { ...fence, isSynchronous: true })
  }
  await recovered()
  expect(await shown()).toMatchObject({ paused: { reason: 'unconfirmed' } })
})

test('nobody is paused where a promotion that forgot nothing came late while the fence was up', async () => {
  await sql`update recovery set seen_at = now() - interval '1 minute'`.execute(side.parts.db)
  await restarted()
  await raisedFor(null)
  await sql`
    update recovery set reason = 'restored', seen_at = now() - interval '40 minutes', up_since = now() - interval '39 minutes'`.execute(
    side.parts.db,
  )
  await restarted()
  await raisedFor(null)
  const fence = await findFence(side.parts.db)
  expect(mayLackSettings({ ...fence!, isSynchronous: true })).toBe(false)
  await recovered()
})

const openCardPage = async (): Promise<string> => {
  const { body } = await owner.api('POST', '/api/auto-top-up/card')
  return /cs_test_\w+/.exec(body['setupUrl'] as string)![0]
}

test('a card that is left on a page from before that moment does not confirm it', async () => {
  const sessionId = await openCardPage()
  const moment = await markMoment(databaseUrl)
  await owner.api('PUT', '/api/auto-top-up', { isOn: false })
  await moment.back()
  await anotherHistory(databaseUrl, 'restored')
  await recovered()
  await side.sandbox.stripe.leaveCard(sessionId, 'works')
  expect(await applyCardSetup(side.parts, sessionId)).toBe('saved')
  await chargeLowFunds(side.parts)
  expect(charges()).toHaveLength(0)
  expect(await shown()).toMatchObject({ paused: { reason: 'unconfirmed' } })
})

test('nor does the first card, whose page was open at that moment', async () => {
  owner = await createOwner(side, `withdrawn-first-${count}@example.com`)
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const sessionId = await openCardPage()
  await anotherHistory(databaseUrl, 'restored')
  await recovered()
  expect(await shown()).toMatchObject({ card: null, paused: { reason: 'unconfirmed' } })
  await side.sandbox.stripe.leaveCard(sessionId, 'works')
  expect(await applyCardSetup(side.parts, sessionId)).toBe('saved')
  expect(await shown()).toMatchObject({ card: { last4: '4242' }, paused: { reason: 'unconfirmed' } })
})

test('what was paused already keeps its reason, and what is off stays off', async () => {
  await sql`update auto_top_ups set paused_reason = 'taken_back', paused_at = now()
            where business_id = ${owner.businessId}`.execute(side.parts.db)
  const other = await createOwner(side, `withdrawn-off-${count}@example.com`)
  await leaveCard(side, other)
  await other.api('PUT', '/api/auto-top-up', { isOn: false })
  await anotherHistory(databaseUrl, 'restored')
  await recovered()
  expect(await shown()).toMatchObject({ paused: { reason: 'taken_back' } })
  expect((await other.api('GET', '/api/auto-top-up')).body).toMatchObject({ isOn: false, paused: null })
})

test('where a primary came back, top-ups are paused as well', async () => {
  await raiseFence(side.parts.db, 'replaced')
  await recovered()
  expect(await shown()).toMatchObject({ paused: { reason: 'unconfirmed' } })
})

test('an order that only Stripe knew proves it also after what seems a restart', async () => {
  const moment = await markMoment(databaseUrl)
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.pay(sessionId)
  await moment.back()
  await anotherHistory(databaseUrl, 'restarted')
  await recovered()
  expect(await shown()).toMatchObject({ paused: { reason: 'unconfirmed' } })
})

test('a plain restart pauses nothing', async () => {
  await anotherHistory(databaseUrl, 'restarted')
  await recovered()
  expect(await shown()).toMatchObject({ isOn: true, paused: null })
})

test('a promotion where commits wait for a standby pauses nothing', async () => {
  await anotherHistory(databaseUrl, 'restored')
  await raiseFence(side.parts.db)
  const fence = await findFence(side.parts.db)
  expect(fence).toMatchObject({ reason: 'restored', wentBack: false })
  const { topUps } = RECOVER_STEPS
  await topUps!(side.parts as unknown as StepDeps, { ...fence!, isSynchronous: true })
  expect(await shown()).toMatchObject({ isOn: true, paused: null })
  await settled()
})

test.each(['another cluster', 'another table'])('%s is certain to be an earlier moment', async (what) => {
  const { db } = side.parts
  await (
    what === 'another cluster' ? sql`update recovery set system_id = 1` : sql`update recovery set made_as = 0`
  ).execute(db)
  await raiseFence(db)
  expect(await findFence(db)).toMatchObject({ reason: 'restored', wentBack: true })
  // What is promoted meanwhile takes nothing back.
  await anotherHistory(databaseUrl, 'restored')
  await raiseFence(db)
  expect(await findFence(db)).toMatchObject({ reason: 'restored', wentBack: true })
  await settled()
})
