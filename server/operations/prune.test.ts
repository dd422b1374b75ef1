import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import { DAY_MS } from '../platform/dates.ts'
import { pruneRows } from '../platform/postgres/schema/prune-rows.ts'
import { KEEP_BY_DEFAULT } from '../../test/support/keep-by-default.ts'
import { createPruneTasks } from './prune.ts'
import type { Removed } from './retention-run.ts'

const base = useDatabase()
let owner: Client
let number = 0
const counted: Removed[] = []

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterAll(() => owner.end())

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const plant = (table: string, values: Record<string, unknown>) => plantRow(owner, table, values)
const prune = (databaseNow = async () => new Date()) =>
  createPruneTasks({
    db: base.db,
    databaseUrl: base.url,
    databaseNow,
    keep: KEEP_BY_DEFAULT,
    log: { info: () => undefined, warn: () => undefined },
    recordRemoved: (removed) => void counted.push(removed),
  })['prune']!(undefined)
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(base.db)
  return rows[0]!.n
}
const unique = () => {
  number += 1
  return `one-${number}`
}
const HANDLED = { handled_at: new Date() }

test.each<[string, (age: number) => Record<string, unknown>, kept: number, gone: number]>([
  ['link_visits', (age) => ({ visited_at: daysAgo(age) }), 179, 211],
  ['sms_inbound', (age) => ({ message_sid: unique(), received_at: daysAgo(age) }), 364, 366],
  ['sms_callbacks', (age) => ({ message_sid: unique(), received_at: daysAgo(age) }), 89, 121],
  ['acts', (age) => ({ began_at: daysAgo(age) }), 6, 8],
  ['card_setups', (age) => ({ state: 'expired', created_at: daysAgo(age) }), 89, 91],
  ['test_codes', (age) => ({ created_at: daysAgo(age) }), 1, 3],
  ['test_numbers', (age) => ({ confirmed_at: daysAgo(age) }), 364, 366],
  ['xero_events', (age) => ({ ...HANDLED, received_at: daysAgo(age) }), 30, 42],
  ['xero_events', (age) => ({ dead_at: new Date(), received_at: daysAgo(age) }), 30, 42],
  ['xero_events', (age) => ({ received_at: daysAgo(age) }), 89, 91],
  ['twilio_messages', (age) => ({ id: unique(), ...HANDLED, received_at: daysAgo(age) }), 30, 32],
  ['twilio_messages', (age) => ({ id: unique(), dead_at: new Date(), received_at: daysAgo(age) }), 30, 32],
])('%s are pruned by their age', async (table, row, kept, gone) => {
  await plant(table, row(kept))
  await prune()
  const before = await count(table)
  await plant(table, row(gone))
  await plant(table, row(gone + 300))
  await prune()
  expect(await count(table)).toBe(before)
})

test('the body of an old text goes, and the request that keeps it from being sent twice stays', async () => {
  const request = async (days: number, state: string) => {
    const link = unique()
    await plant('review_requests', {
      state,
      body: 'Hi Sam',
      due_at: daysAgo(days),
      link_token: link,
      phone_country: 'AU',
    })
    return link
  }
  const links = [await request(399, 'delivered'), await request(399, 'unknown'), await request(390, 'sent')]
  await prune()
  const { rows } = await sql<{ body: string | null }>`
    select body from review_requests where link_token = any(${links}) order by array_position(${links}, link_token)`.execute(
    base.db,
  )
  expect(rows.map(({ body }) => body)).toEqual([null, 'Hi Sam', 'Hi Sam'])
})

test('it is said of the run when it ended, not when it began', async () => {
  const moments = [daysAgo(0.5), daysAgo(0.25)]
  await prune(async () => moments.shift()!)
  const { rows } = await owner.query('select finished_at as at from retention')
  expect(moments).toEqual([])
  expect(Math.round((Date.now() - rows[0].at.getTime()) / 3_600_000)).toBe(6)
})

test('tokens that no organisation needs go a week after it was disconnected, when its job gave up', async () => {
  const authorised = async (name: string, organisation?: { state: string; days: number }) => {
    const keys = { business_id: crypto.randomUUID(), id: crypto.randomUUID() }
    await plant('xero_authorisations', { ...keys, authentication_event_id: null, created_at: daysAgo(30) })
    if (organisation)
      await plant('organisations', {
        business_id: keys.business_id,
        authorisation_id: keys.id,
        name,
        state: organisation.state,
        state_changed_at: daysAgo(organisation.days),
      })
    return keys.id
  }
  const ids = {
    connected: await authorised('Connected', { state: 'connected', days: 20 }),
    paused: await authorised('Paused', { state: 'paused', days: 20 }),
    lately: await authorised('Lately', { state: 'disconnected', days: 6 }),
    longAgo: await authorised('Long ago', { state: 'disconnected', days: 8 }),
    ofNone: await authorised('Of none'),
  }
  await prune()
  const { rows } = await sql<{ id: string }>`
    select id from xero_authorisations where state = 'connected' and length(refresh_token) > 0 order by id`.execute(
    base.db,
  )
  expect(rows.map(({ id }) => id)).toEqual([ids.connected, ids.paused, ids.lately].toSorted())
  expect(counted.at(-1)).toMatchObject({ tokens: 2 })
})

test('where one table fails, what went of the others is counted, and the run has not come to its end', async () => {
  await prune()
  const finishedAt = async () => (await owner.query('select finished_at from retention')).rows[0].finished_at
  const before = await finishedAt()
  await plant('link_visits', { visited_at: daysAgo(300) })
  await plant('sms_callbacks', { message_sid: unique(), received_at: daysAgo(300) })
  await owner.query(`
    create function fails() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
    create trigger fails before delete on sms_callbacks for each row execute function fails()`)
  try {
    await expect(prune()).rejects.toThrow('not today')
  } finally {
    await owner.query('drop function fails cascade')
  }
  expect(counted.at(-1)).toMatchObject({ link_visits: 1, sms_callbacks: 0 })
  const { rows } = await owner.query('select removed from retention')
  expect(rows[0].removed).toEqual(counted.at(-1))
  expect(await finishedAt()).toEqual(before)
})

test('rows go in batches, each a statement, until none is left', async () => {
  for (let row = 0; row < 5; row += 1)
    await plant('sms_inbound', { message_sid: unique(), received_at: daysAgo(700) })
  const fresh = (await count('sms_inbound')) - 5
  expect(await pruneRows(base.db, 'sms_inbound', sql`received_at < ${daysAgo(600)}`, 2)).toBe(5)
  expect(await count('sms_inbound')).toBe(fresh)
})

test.each([
  ['a body', { body: 'x'.repeat(2001) }],
  ['a name', { customer_name: 'x'.repeat(501) }],
])('%s that is too long is refused by the schema', async (_, values) => {
  const row = { link_token: unique(), phone_country: 'AU', due_at: new Date(), ...values }
  await expect(plant('review_requests', row)).rejects.toThrow('check constraint')
})

/** Tables that grow and are kept: docs/OPERATIONS.md says why. */
test('what is never pruned is not deletable by the processes', async () => {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege('goodword_system', c.oid, 'delete')
    order by 1`.execute(base.db)
  for (const kept of ['decisions', 'invoices', 'review_requests', 'send_attempts', 'transfers', 'entries'])
    expect(rows.map(({ table }) => table)).not.toContain(kept)
})

test('the operator reads of every table how long it is kept', async () => {
  const operations = readFileSync(join(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8')
  const [, kept] = /\*\*What is pruned\.\*\*(.*?)\n## /s.exec(operations)!
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(base.db)
  expect(rows.map(({ table }) => table).filter((table) => !kept!.includes(table))).toEqual([])
})
