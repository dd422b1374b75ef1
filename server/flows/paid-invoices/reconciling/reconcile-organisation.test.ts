import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import {
  addAttempt,
  addDecision,
  addPaid,
  addRequest,
  hoursAgo,
} from '../../../../test/support/paid-invoices.ts'
import { SANDBOX_VENDORS, useSandbox } from '../../../../test/support/sandbox.ts'
import { seedBusiness } from '../../accounts/seed-business.ts'
import { createXero, type Xero } from '../../../integrations/xero/xero.ts'
import { localDate } from '../../../platform/dates.ts'
import { sqlNow } from '../../../platform/postgres/connections/database-clock.ts'
import { createSealer } from '../../../platform/seal.ts'
import { reconcileOrganisation, type OrganisationAccount } from './reconcile-organisation.ts'

const base = useDatabase()
const stand = useSandbox()
const sealer = createSealer([randomBytes(32).toString('hex')])
const ZONE = 'Australia/Sydney'

let where: { businessId: string; tenantId: string }
let xero: Xero | undefined
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

beforeEach(async () => {
  const { tenantId } = stand.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' })
  const tokens = stand.sandbox.xero.grant(tenantId)
  where = await seedBusiness(
    { db: base.db, sealer },
    { number: 1, fundsCents: 0, currency: 'AUD', tenantId, tokens },
  )
})
afterAll(async () => xero?.close())

const account = async (ask: { days?: number; clock?: () => Date } = {}): Promise<OrganisationAccount> => {
  xero ??= createXero({
    ...SANDBOX_VENDORS.xero,
    loginUrl: `${stand.sandbox.url}/xero/login`,
    identityUrl: `${stand.sandbox.url}/xero/identity`,
    apiUrl: `${stand.sandbox.url}/xero/api`,
  })
  const row = await base.db
    .selectFrom('organisations')
    .selectAll()
    .where('business_id', '=', where.businessId)
    .executeTakeFirstOrThrow()
  const organisation = {
    ...where,
    name: row.name,
    timeZone: row.time_zone,
    state: row.state,
    liveSince: row.live_since,
  }
  const deps = { db: base.db, sealer, xero, sqlNow, clock: ask.clock ?? (() => new Date()) }
  return reconcileOrganisation(deps, organisation, { days: ask.days })
}

const totals = ({ days }: OrganisationAccount) => ({
  paid: days.reduce((sum, { paid }) => sum + paid, 0),
  sent: days.reduce((sum, { sent }) => sum + sent, 0),
  explained: days.reduce((sum, { explained }) => sum + explained, 0),
  missing: days.reduce((sum, { missing }) => sum + missing, 0),
})
const reasonsOf = ({ days }: OrganisationAccount) => Object.assign({}, ...days.map(({ reasons }) => reasons))

describe('is accounted for:', () => {
  test('a text that the gateway took, whatever the network then made of it', async () => {
    for (const state of ['sent', 'delivered', 'failed'])
      await addRequest(base.db, where, { state, sent_at: hoursAgo(1) })
    expect(totals(await account())).toEqual({ paid: 3, sent: 3, explained: 0, missing: 0 })
  })

  test('what was done before the account was deactivated and went live again', async () => {
    await addDecision(base.db, where, { outcome: 'skipped', reason: 'no_mobile', decided_at: hoursAgo(70) })
    const change = (live_since: Date | null) =>
      base.db
        .updateTable('organisations')
        .set({ live_since })
        .where('tenant_id', '=', where.tenantId)
        .execute()
    await change(hoursAgo(1))
    expect(reasonsOf(await account())).toEqual({ no_mobile: 1 })
    await change(null)
    expect(reasonsOf(await account())).toEqual({ no_mobile: 1 })
  })

  test('an invoice that was skipped, with the reason', async () => {
    await addDecision(base.db, where, { outcome: 'skipped', reason: 'no_mobile' })
    await addDecision(base.db, where, { outcome: 'skipped', reason: 'no_mobile' })
    expect(reasonsOf(await account())).toEqual({ no_mobile: 2 })
  })

  test('a text that was cancelled, expired or refused, with the reason', async () => {
    await addRequest(base.db, where, { state: 'cancelled', state_reason: 'no_longer_paid' })
    await addRequest(base.db, where, { state: 'expired', state_reason: 'no_funds' })
    await addRequest(base.db, where, { state: 'failed', state_reason: '21211' })
    expect(reasonsOf(await account())).toEqual({ no_longer_paid: 1, no_funds: 1, '21211': 1 })
  })

  test('a text that waits for a reason that holds', async () => {
    await addRequest(base.db, where, { due_at: hours(9) })
    await addRequest(base.db, where, { due_at: hours(0.1), state_reason: 'xero_unreachable' })
    await addRequest(base.db, where, { due_at: hoursAgo(0.1) })
    await addRequest(base.db, where, { state: 'held', held_at: hoursAgo(1) })
    const unknown = await addRequest(base.db, where, { state: 'unknown' })
    await addAttempt(base.db, where, unknown, { state: 'unknown', next_look_at: hours(0.01) })
    const retried = await addRequest(base.db, where, { state: 'sending' })
    await addAttempt(base.db, where, retried, { state: 'retry', retry_at: hours(0.2) })
    const result = await account()
    expect(result.missing).toEqual([])
    expect(reasonsOf(result)).toEqual({
      due_later: 1,
      held_by_owner: 1,
      xero_unreachable: 1,
      just_due: 1,
      being_looked_for: 1,
      gateway_retry: 1,
    })
  })

  test('a text that new funds released just now, one that waits for funds, and one that waits behind it', async () => {
    await addRequest(base.db, where, { waiting_since: hoursAgo(48) })
    expect(reasonsOf(await account())).toEqual({ waiting_for_funds: 1 })
    await addRequest(base.db, where, { state: 'waiting_for_funds', waiting_since: hoursAgo(48) })
    await addRequest(base.db, where)
    expect(reasonsOf(await account())).toEqual({ waiting_for_funds: 3 })
  })

  test('a payment that Xero lists and that came in just now', async () => {
    await payAtXero()
    const result = await account()
    expect(result.askedXero).toEqual({ extent: 'all' })
    expect([totals(result).missing, reasonsOf(result)]).toEqual([0, { just_paid: 1 }])
  })
})

describe('is missing:', () => {
  const missingOf = async (clock?: () => Date) =>
    (await account(clock ? { clock } : {})).missing.map(({ reason, count }) => `${count} × ${reason}`)

  test('a paid invoice that was never decided', async () => {
    await addPaid(base.db, where)
    expect(await missingOf()).toEqual(['1 × paid, but never decided'])
  })

  test('a text that is held longer than it may be', async () => {
    const long = { held_at: hoursAgo(340), meant_at: hoursAgo(340) }
    await addRequest(base.db, where, { state: 'held', ...long })
    expect(await missingOf()).toEqual(['1 × held longer than it may be'])
  })

  test('a decision to text that made no request', async () => {
    await addDecision(base.db, where)
    expect(await missingOf()).toEqual(['1 × decided to text, but there is no request'])
  })

  test('a text that is long due, without a reason why it was not sent', async () => {
    await addRequest(base.db, where)
    expect(await missingOf()).toEqual(['1 × due, and no worker sends it'])
  })

  test('a text that was handed over and that no worker looks for', async () => {
    const id = await addRequest(base.db, where, { state: 'sending' })
    await addAttempt(base.db, where, id, { state: 'sending', claimed_at: hoursAgo(1) })
    await addRequest(base.db, where, { state: 'unknown' })
    expect((await missingOf()).sort()).toEqual([
      '1 × being sent, but by no attempt',
      '1 × handed over, and no worker looks for it',
    ])
  })

  test('a text called sent that the gateway never took, and one that ended without a reason', async () => {
    await addRequest(base.db, where, { state: 'delivered' })
    await addRequest(base.db, where, { state: 'cancelled' })
    expect((await missingOf()).sort()).toEqual([
      '1 × called delivered, but the gateway never took it',
      '1 × cancelled without a reason',
    ])
  })

  test('a text that waits for funds longer than it may', async () => {
    await addRequest(base.db, where, { state: 'waiting_for_funds', waiting_since: hoursAgo(8 * 24) })
    expect(await missingOf()).toEqual(['1 × waits for funds longer than it may'])
  })

  test('an invoice that Xero lists as paid for an hour and that is not on record', async () => {
    const { number } = await payAtXero()
    const result = await account({ clock: () => hours(1) })
    expect(result.missing).toMatchObject([
      { reason: 'paid in Xero, but we never decided it', count: 1, examples: [number] },
    ])
  })
})

test('an invoice counts on the day that it was paid in Xero, else on the day that it was decided', async () => {
  const today = localDate(new Date(), ZONE)
  await addDecision(base.db, where, { outcome: 'skipped', reason: 'cooldown' })
  await addPaid(base.db, where, { paid_on: '2026-02-03' })
  expect((await account()).days.map(({ day }) => day)).toEqual(['2026-02-03', localDate(hoursAgo(2), ZONE)])
  expect(today >= localDate(hoursAgo(2), ZONE)).toBe(true)
})

test('where Xero cannot be asked, our own records are compared, and the report says so', async () => {
  await addDecision(base.db, where, { outcome: 'skipped', reason: 'bill' })
  await base.db
    .updateTable('xero_authorisations')
    .set({ state: 'needs_reconnect' })
    .where('business_id', '=', where.businessId)
    .execute()
  const result = await account()
  expect(result.askedXero).toEqual({ extent: 'none', why: 'the owner must connect Xero again' })
  expect(totals(result)).toEqual({ paid: 1, sent: 0, explained: 1, missing: 0 })
})

test('an organisation that is not live owes nothing', async () => {
  await base.db
    .updateTable('organisations')
    .set({ live_since: null })
    .where('tenant_id', '=', where.tenantId)
    .execute()
  expect(await account()).toMatchObject({ since: undefined, days: [], missing: [] })
})

test('what was paid before the first of the days asked for is left out', async () => {
  await base.db
    .updateTable('organisations')
    .set({ live_since: hoursAgo(24 * 30) })
    .where('tenant_id', '=', where.tenantId)
    .execute()
  await addDecision(base.db, where, { outcome: 'skipped', reason: 'bill', decided_at: hoursAgo(24 * 9) })
  expect(totals(await account({ days: 5 })).paid).toBe(0)
  expect(totals(await account({ days: 12 })).paid).toBe(1)
})

const payAtXero = async () => {
  const { xero: books } = stand.sandbox
  const [invoice] = books.addNewcomers(where.tenantId, 1)
  return books.pay(where.tenantId, invoice!.invoiceId, { webhook: false })
}
