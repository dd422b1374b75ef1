import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantCanaries, stillThere, whereIs } from '../../test/support/canaries.ts'
import { readDataMap } from '../../test/support/data-map.ts'
import { useDatabase } from '../../test/support/database.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import type { Db } from '../database/database.ts'
import { KEEP_BY_DEFAULT } from '../../test/support/keep-by-default.ts'
import { createPruneTasks } from './prune.ts'
import { removeFromInvoices, removeFromTexts } from './remove-customers.ts'
import { checkRetention, type Removed } from './retention-run.ts'

const base = useDatabase()
const { personal } = readDataMap()
const now = new Date('2026-11-23T03:30:00Z')
const old = new Date('2024-11-22T03:30:00Z')
const young = new Date('2024-11-24T03:30:00Z')
let owner: Client

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterAll(() => owner.end())

const prune = async (): Promise<Removed> => {
  const seen: Removed[] = []
  await createPruneTasks({
    db: base.db,
    databaseUrl: base.url,
    databaseNow: async () => now,
    keep: KEEP_BY_DEFAULT,
    log: { info: () => undefined, warn: () => undefined },
    recordRemoved: (removed) => void seen.push(removed),
  })['prune']!(undefined)
  return seen[0]!
}

/** A business with a paid invoice, its text and whatever else an age ends, all of one moment. */
const plantAged = async (whose: string, at: Date, text: Record<string, unknown> = { state: 'delivered' }) => {
  const ours = { business_id: crypto.randomUUID() }
  const ofInvoice = { ...ours, tenant_id: crypto.randomUUID(), invoice_id: crypto.randomUUID() }
  const requestId = crypto.randomUUID()
  const ends = /KEEP_|\d days/
  const aged = personal.filter(({ kept }) => ends.test(kept))
  return plantCanaries(owner, aged, {
    whose,
    rows: {
      businesses: { id: ours.business_id, currency: 'AUD' },
      invoices: { ...ofInvoice, found_by: 'sweep', updated_at: at, first_seen_at: at },
      review_requests: {
        ...ofInvoice,
        id: requestId,
        phone_country: 'AU',
        due_at: at,
        sent_at: at,
        link_token: whose,
        ...text,
      },
      send_attempts: { ...ours, request_id: requestId, state: 'accepted' },
      reminder_mails: { ...ours, request_id: requestId, state: 'sent' },
      acts: { ...ours, began_at: at },
      twilio_messages: { kind: 'inbound', id: whose, received_at: at, handled_at: at },
      xero_events: { ...ours, received_at: at, handled_at: at },
      sms_inbound: { meaning: 'stop', message_sid: whose, received_at: at },
      found_texts: { kind: 'link', message_sid: whose, found_at: at },
      test_texts: { ...ours, state: 'accepted', created_at: at, link_token: whose },
      test_codes: { ...ours, created_at: at },
      test_numbers: { ...ours, confirmed_at: at },
      card_setups: { ...ours, created_at: at },
    },
  })
}

test('what is older than the settings say is in no column any more, of whatever table', async () => {
  const planted = await plantAged('aged', old)
  const tables = new Set(planted.map(({ table }) => table))
  const others = personal.filter(({ kept, table }) => kept.startsWith('KEEP_') && !tables.has(table))
  expect(others.map(({ table }) => table)).toEqual(['stripe_events'])

  const removed = await prune()
  expect(removed).toMatchObject({ customers: 1, bodies: 1, invoices: 1, sms_inbound: 1 })
  // What no age ends stands beside it in the same rows.
  const ended = planted.filter(({ table, column }) => !`${table}.${column}`.match(/page_url|session_id/))
  expect(await stillThere(owner, ended)).toEqual([])
  expect(await whereIs(owner, 'canary_aged')).toEqual([])
})

test('what is younger stays', async () => {
  const planted = await plantAged('fresh', young)
  await prune()
  const left = await stillThere(owner, planted)
  expect(left).toEqual(
    expect.arrayContaining([
      'invoices.contact_name',
      'invoices.reference',
      'review_requests.customer_name',
      'review_requests.customer_phone',
      'send_attempts.phone',
    ]),
  )
  // A text is kept for less long.
  expect(left).not.toContain('review_requests.body')
})

test.each([
  ['scheduled', {}],
  ['held', { held_at: old }],
  ['waiting_for_funds', {}],
  ['sending', {}],
  ['unknown', {}],
])('an old text that is %s keeps its customer and its words', async (state, more) => {
  const planted = await plantAged(`open_${state}`, old, { state, sent_at: null, ...more })
  await prune()
  const needed = planted.filter(({ table }) =>
    ['review_requests', 'send_attempts', 'invoices'].includes(table),
  )
  expect(await stillThere(owner, needed)).toHaveLength(needed.length)
})

test('a text that ended keeps its customer while an attempt is still looked for', async () => {
  const planted = await plantAged('looked_for', old)
  await owner.query(`update send_attempts set state = 'unknown' where phone like 'canary_looked_for%'`)
  await prune()
  const names = planted.filter(({ column }) => column === 'customer_name' || column === 'phone')
  expect(await stillThere(owner, names)).toEqual(
    expect.arrayContaining(['review_requests.customer_name', 'send_attempts.phone']),
  )
})

test('the rows say after how many months their customer went, and keep the hash of the number', async () => {
  await plantAged('hashed', old)
  await prune()
  const { rows } = await owner.query(
    `select r.removed_after_months as text, i.removed_after_months as invoice, length(r.phone_hash) > 0 as hashed
     from review_requests r join invoices i using (tenant_id, invoice_id)
     where r.link_token = 'hashed'`,
  )
  expect(rows).toEqual([{ text: 24, invoice: 24, hashed: true }])
})

const MANY = 3_000

/** As many old texts with their invoices as fill many pages. */
const plantMany = async (count: number): Promise<void> => {
  await owner.query('begin; set local session_replication_role = replica')
  await owner.query(
    `insert into invoices (business_id, tenant_id, invoice_id, type, status, contact_name, total, amount_due, amount_paid,
                           amount_credited, found_by, updated_at, first_seen_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ACCREC', 'PAID', 'Many', 1, 0, 1, 0, 'sweep', $2, $2
     from generate_series(1, $1)`,
    [count, old],
  )
  await owner.query(
    `insert into review_requests (business_id, tenant_id, invoice_id, correlation_id, customer_name, phone_hash,
                                  phone_country, state, scheduled_at, due_at, checked_at, sent_at, link_token)
     select business_id, tenant_id, invoice_id, 'many', 'Many', '\\x07', 'AU', 'sent', $1, $1, $1, $1, invoice_id::text
     from invoices where contact_name = 'Many'`,
    [old],
  )
  await owner.query('commit')
  await owner.query('vacuum analyze review_requests, invoices')
}

test.each([
  ['texts', removeFromTexts, 'review_requests'],
  ['invoices', removeFromInvoices, 'invoices'],
] as const)(
  'old %s go in batches, and no batch reads again what another has changed',
  async (_what, remove, table) => {
    await prune()
    await plantMany(MANY)
    const age = { months: 24, before: young, pages: 2 }
    await base.db.transaction().execute(async (trx) => {
      const reads = async (): Promise<number> => {
        const { rows } = await sql<{ rows: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
        from pg_stat_xact_user_tables where relname = ${table}`.execute(trx)
        return rows[0]!.rows
      }
      const before = await reads()
      expect(await remove(trx as unknown as Db, age)).toBe(MANY)
      // Where it stands is found, it is found old, locked and changed.
      expect((await reads()) - before).toBeLessThan(MANY * 4.5)
    })
    expect(await remove(base.db, age)).toBe(0)
  },
)

test('doctor says when it last came to its end, and that it is behind', async () => {
  await plantRow(owner, 'businesses', { currency: 'AUD', created_at: old })
  await prune()
  const at = (hours: number) => checkRetention(base.db, new Date(now.getTime() + hours * 3_600_000))
  expect(await at(5)).toMatchObject({ state: 'ok', words: expect.stringMatching(/^kept 5 hours ago: /) })
  await owner.query(`update retention set removed = '{"customers": 1, "bodies": 2}'`)
  expect(await at(1)).toMatchObject({
    words: 'kept 1 hour ago: customers removed from 1 text, the words of 2',
  })
  expect(await at(49)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('last came to its end at 2026-11-23T03:30Z'),
  })
  await owner.query('delete from retention')
  expect(await at(5)).toMatchObject({ state: 'ok' })
  await owner.query(`update schema_migrations set applied_at = '2026-11-20'`)
  expect(await at(5)).toMatchObject({ state: 'WRONG', words: expect.stringContaining('never') })
})
