import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantCanaries, stillThere, whereIs, type Planted } from '../../../test/support/canaries.ts'
import { readDataMap } from '../../../test/support/data-map.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { plantRow } from '../../../test/support/plant-row.ts'
import { asSystem } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { createSealer } from '../../platform/seal.ts'
import { seedBusiness } from '../accounts/seed-business.ts'
import { askToErase, takeBackErasure } from './ask-to-erase.ts'
import { eraseBusiness } from './erase-business.ts'
import { ROWS_OF_MANY } from './rows-of-many.ts'

const base = useDatabase()
const { personal } = readDataMap()
const sealer = createSealer(['0'.repeat(64)])
const asked = new Date('2026-11-23T09:00:00Z')
const due = new Date(asked.getTime() + 7 * DAY_MS)
const by = { kind: 'system' as const, name: 'test' }
let owner: Client
let number = 0

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterAll(() => owner.end())

/** A business with a row in every table that knows one, every personal column of it filled. */
const full = async (whose: string): Promise<{ businessId: string; planted: Planted[] }> => {
  number += 1
  const [tenantId, userId, authorisationId, invoiceId, requestId, experimentId] = Array.from(
    { length: 6 },
    () => crypto.randomUUID(),
  )
  const businessId = crypto.randomUUID()
  const ours = { business_id: businessId }
  const ofInvoice = { ...ours, tenant_id: tenantId, invoice_id: invoiceId }
  const slug = `bcdfghjkm${'bcdfghjkmnpqrstvw'[number]}`
  const planted = await plantCanaries(owner, personal, {
    whose: `${whose}${number}`,
    rows: {
      businesses: { id: businessId, currency: 'AUD', paused_at: asked },
      users: { ...ours, id: userId },
      sessions: { user_id: userId },
      one_time_tokens: { user_id: userId, purpose: 'session' },
      xero_authorisations: { ...ours, id: authorisationId },
      xero_consents: ours,
      profile_consents: ours,
      profile_connections: { ...ours, state: 'connected' },
      google_reviews: { ...ours, expires_at: asked },
      reminder_settings: { ...ours, after_days: 7, channel: 'text', attested_at: asked, attested_by: userId },
      reviews_seen: { ...ours, user_id: userId },
      support_sessions: { ...ours, operator_session: Buffer.from(businessId.slice(0, 32)) },
      organisations: { ...ours, tenant_id: tenantId, authorisation_id: authorisationId },
      invoices: { ...ofInvoice, contact_id: crypto.randomUUID(), found_by: 'sweep' },
      decisions: { ...ofInvoice, outcome: 'scheduled', found_by: 'sweep' },
      review_requests: { ...ofInvoice, id: requestId, state: 'delivered', phone_country: 'AU' },
      send_attempts: { ...ours, request_id: requestId, state: 'accepted' },
      reminder_mails: { ...ours, request_id: requestId, state: 'sent' },
      experiments: { ...ours, id: experimentId, kind: 'wordings' },
      experiment_customers: { ...ours, experiment_id: experimentId, side: 'a' },
      excluded_contacts: { ...ours, tenant_id: tenantId, contact_id: crypto.randomUUID() },
      excluded_labels: { ...ours, kind: 'contact_group' },
      acts: ours,
      xero_events: ours,
      opt_outs: { ...ours, source: 'stop' },
      email_opt_outs: ours,
      business_senders: ours,
      auto_top_ups: {
        ...ours,
        user_id: userId,
        currency: 'AUD',
        is_on: false,
        month_cap_cents: 1,
        consented_at: asked,
      },
      checkouts: { ...ours, user_id: userId, currency: 'AUD', state: 'paid', paid_at: asked },
      card_setups: ours,
      transfers: { ...ours, kind: 'grant' },
      test_texts: { ...ours, user_id: userId, state: 'accepted' },
      test_codes: { ...ours, user_id: userId },
      test_numbers: { ...ours, user_id: userId },
      owner_notices: ours,
      qr_codes: { ...ours, slug, claimed_at: asked },
      // Claimed before whoever held it had a business.
      qr_transfers: { slug, user_id: userId, kind: 'claimed' },
    },
  })
  return { businessId, planted }
}

const ask = (businessId: string, wantsRefund = false) =>
  askToErase(base.db, { businessId, askedBy: 'owner', wantsRefund, by, now: asked })

test('of an erased business no column keeps what names a person; what stays is what the map says', async () => {
  const [ours, theirs] = [await full('ours'), await full('theirs')]
  const erasable = personal.filter(({ goesWith }) => goesWith.includes('business'))
  const missed = erasable.filter(
    ({ table, column }) => !ours.planted.some((one) => one.table === table && one.column === column),
  )
  expect(missed.map(({ table, column }) => `${table}.${column}`)).toEqual(['review_requests.search_text'])

  await ask(ours.businessId)
  expect(await eraseBusiness(base.db, ours.businessId, { now: due, most: 1 })).toBe('erased')

  const goesWithIt = ours.planted.filter(({ goesWith }) => goesWith.includes('business'))
  expect(await stillThere(owner, goesWithIt)).toEqual([])
  const stays = new Set(
    personal.flatMap(({ table, column, goesWith }) =>
      goesWith.includes('business') ? [] : [`${table}.${column}`],
    ),
  )
  // The queue has the ids of the card and of the customer that Stripe is to forget.
  const left = (await whereIs(owner, 'canary_ours')).filter((column) => !column.startsWith('graphile_worker'))
  expect(left.filter((column) => !stays.has(column))).toEqual([])
  expect(await stillThere(owner, theirs.planted)).toHaveLength(theirs.planted.length)
})

test('its opt-outs, its ledger and its invoice that was texted stay, without names', async () => {
  const { businessId, planted } = await full('staying')
  await ask(businessId)
  await eraseBusiness(base.db, businessId, { now: due })
  const kept = await stillThere(owner, planted)
  expect(kept).toEqual(
    expect.arrayContaining(['opt_outs.phone_hash', 'review_requests.phone_hash', 'transfers.reference']),
  )
  const { rows } = await owner.query('select state from review_requests where business_id = $1', [businessId])
  expect(rows).toEqual([{ state: 'delivered' }])
  const { rows: acts } = await owner.query(
    'select act from audit_log where business_id = $1 order by at, id',
    [businessId],
  )
  expect(acts).toEqual([{ act: 'asked-to-erase-business' }, { act: 'erased-business' }])
})

test('nothing goes before its day, and until then it can be taken back, once', async () => {
  const { businessId, planted } = await full('taken')
  const { erasesAt } = await ask(businessId)
  expect(erasesAt).toEqual(due)
  expect(await ask(businessId, true)).toEqual({ erasesAt: due })
  const early = new Date(due.getTime() - 1)
  expect(await eraseBusiness(base.db, businessId, { now: early })).toBe('not-due')
  const takeBack = () => asSystem(base.db, (trx) => takeBackErasure(trx, businessId, { by, now: early }))
  expect(await takeBack()).toBe(true)
  expect(await takeBack()).toBe(false)
  expect(await eraseBusiness(base.db, businessId, { now: due })).toBe('not-due')
  expect(
    await stillThere(
      owner,
      planted.filter(({ table }) => table === 'invoices'),
    ),
  ).not.toEqual([])

  await ask(businessId)
  expect(await eraseBusiness(base.db, businessId, { now: due })).toBe('erased')
  await expect(takeBack()).rejects.toMatchObject({ code: 'erased' })
  expect(await eraseBusiness(base.db, businessId, { now: due })).toBe('not-due')
})

test.each([
  ['a text that the gateway may have', `update review_requests set state = 'unknown'`],
  ['a text that is being sent', `update review_requests set state = 'sending'`],
  ['a try that is being sent', `update send_attempts set state = 'sending'`],
  ['a try that the gateway postponed', `update send_attempts set state = 'retry'`],
  ['a try that the gateway may have', `update send_attempts set state = 'unknown'`],
  ['a mail that is being sent', `update reminder_mails set state = 'sending'`],
  ['a test text that is being sent', `update test_texts set state = 'sending'`],
  ['a test text that the gateway may have', `update test_texts set state = 'unknown'`],
  ['a page that can be paid', `update checkouts set state = 'open', paid_at = null`],
  ['a payment that the bank thinks about', `update checkouts set state = 'processing', paid_at = null`],
  [
    'a card that Stripe has to forget',
    `update auto_top_ups set card_id = 'pm_kept', card_last4 = '4242', customer_id = 'cus_kept'`,
  ],
])('it waits for %s', async (_, change) => {
  const { businessId } = await full('waiting')
  await ask(businessId)
  await owner.query(`${change} where business_id = $1`, [businessId])
  expect(await eraseBusiness(base.db, businessId, { now: due })).toBe('waits')
  const { rows } = await owner.query('select began_at from erasures where business_id = $1', [businessId])
  expect(rows).toEqual([{ began_at: null }])
})

test('from the moment it is asked for nothing is sent or charged, and nobody is signed in', async () => {
  const { businessId } = await seedBusiness(
    { db: base.db, sealer },
    { number: 9, fundsCents: 0, currency: 'AUD', name: 'Stopped' },
  )
  await ask(businessId)
  const business = await base.db
    .selectFrom('businesses')
    .select(['automation_enabled', 'deactivated_at'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  expect(business).toEqual({ automation_enabled: false, deactivated_at: asked })
  const { rows } = await owner.query(
    `select count(*)::integer as n from organisations where business_id = $1 and state <> 'disconnected'`,
    [businessId],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('its events go from every partition, and none of another business that stands at the same place', async () => {
  const [ours, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  await plantRow(owner, 'businesses', { id: ours, currency: 'AUD' })
  const plant = (business_id: string, event_at: Date) =>
    plantRow(owner, 'xero_events', { business_id, event_at, received_at: event_at })
  const long = new Date('2020-01-01')
  for (const at of [new Date(), long]) await plant(at === long ? theirs : ours, at)
  for (const at of [new Date(), long]) await plant(at === long ? ours : theirs, at)
  await ask(ours)
  expect(await eraseBusiness(base.db, ours, { now: due })).toBe('erased')
  const { rows } = await owner.query(
    `select business_id as id, count(*)::integer as n from xero_events where business_id in ($1, $2) group by 1`,
    [ours, theirs],
  )
  expect(rows).toEqual([{ id: theirs, n: 2 }])
})

test('no table is read whole for the rows of one business', async () => {
  const plans = await asSystem(base.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return Promise.all(
      ROWS_OF_MANY.map((row) =>
        sql<{ 'QUERY PLAN': string }>`explain ${row(crypto.randomUUID(), 1_000)}`.execute(trx),
      ),
    )
  })
  const lines = plans.flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'].trim()))
  expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
})
