import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import type { Trouble } from '../../../contracts/operator.ts'
import { findBusinesses, pageOfBusinesses, type Wanted } from './find-businesses.ts'

const base = useDatabase()
const now = new Date('2026-11-23T09:00:00Z')
const MANY = 10_000
const TEXTS_OF_ONE = 20_000

/** Ten thousand businesses by hand: a text for each, twenty thousand for one, and a trouble for some. */
beforeAll(async () => {
  await sql`
    with b as (
      insert into businesses (name, currency, template, automation_enabled, created_at)
      select 'Business ' || to_char(n, 'FM00000'), 'AUD', 'Hello', n % 100 <> 1, '2026-01-01'
      from generate_series(0, ${MANY - 1}::int) n
      returning id, name, substr(name, 10)::int as n
    ), u as (
      insert into users (issuer, subject, name, email, business_id)
      select 'https://issuer.test', n::text, 'Owner', 'owner' || n || '@mail.example', id from b
    ), f as (
      insert into balances (business_id, available_cents)
      select id, case when n % 100 = 2 then 3 else 5000 end from b
    ), a as (
      insert into xero_authorisations (business_id, state, access_token, refresh_token, access_expires_at)
      select id, case when n % 100 = 3 then 'needs_reconnect' else 'connected' end, '', '', now() from b
      where n % 100 <> 4
      returning business_id, id
    )
    insert into organisations (business_id, tenant_id, authorisation_id, connection_id, name, live_since, state)
    select a.business_id, gen_random_uuid(), a.id, gen_random_uuid(), 'Books of ' || b.n, '2026-02-01',
           case when b.n % 100 = 5 then 'paused' else 'connected' end
    from a join b on b.id = a.business_id`.execute(base.db)
  const texts = (count: number, which: string) => sql`
    with i as (
      insert into invoices (business_id, tenant_id, invoice_id, type, status, total, amount_due, amount_paid,
                            amount_credited, updated_at, found_by)
      select o.business_id, o.tenant_id, gen_random_uuid(), 'ACCREC', 'PAID', 1, 0, 1, 0, now(), 'webhook'
      from organisations o join businesses b on b.id = o.business_id, generate_series(1, ${count}::int)
      where ${sql.raw(which)}
      returning business_id, tenant_id, invoice_id
    )
    insert into review_requests (business_id, tenant_id, invoice_id, correlation_id, phone_hash, phone_country,
                                 state, scheduled_at, due_at, checked_at, sent_at, failed_at, link_token)
    select i.business_id, i.tenant_id, i.invoice_id, '', '\\x00', 'AU',
           case when b.name like '%06' then 'failed' else 'delivered' end, ${now}, ${now}, ${now},
           ${now}::timestamptz - case when b.name like '%07' then interval '20 days' else interval '1 day' end,
           ${now}::timestamptz - interval '1 day', i.invoice_id::text
    from i join businesses b on b.id = i.business_id`
  await texts(1, 'true').execute(base.db)
  await texts(TEXTS_OF_ONE, "b.name = 'Business 00000'").execute(base.db)
  await analyse([
    'businesses',
    'users',
    'balances',
    'organisations',
    'xero_authorisations',
    'review_requests',
  ])
}, 60_000)

/** As autovacuum does, with the rights of the owner. */
const analyse = async (tables: string[]) => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  await owner.query(`analyze ${tables.join(', ')}`).finally(() => owner.end())
}

const find = (wanted: Partial<Wanted> = {}) =>
  findBusinesses(base.db, { silentDays: 14, leastCents: 5, now, ...wanted })

const namesOf = ({ businesses }: Awaited<ReturnType<typeof find>>) =>
  businesses.map(({ name }) => name.replace('Business ', ''))

test('pages follow one another by name, each business once', async () => {
  const first = await find()
  expect(namesOf(first).slice(0, 3)).toEqual(['00000', '00001', '00002'])
  expect(first.businesses).toHaveLength(50)
  const second = await find({ cursor: first.nextCursor! })
  expect(namesOf(second)[0]).toBe('00050')
  expect((await find({ search: 'business 0999' })).nextCursor).toBeNull()
})

test.each([
  ['a part of the name, in any letters', 'BUSINESS 04242', '04242'],
  ['an owner’s address', 'owner777@', '00777'],
  ['an organisation', 'books of 9998', '09998'],
])('is found by %s', async (_how, search, name) => {
  expect(namesOf(await find({ search }))).toContain(name)
  expect((await find({ search: 'nobody%' })).businesses).toEqual([])
})

test('is found by its id', async () => {
  const [one] = (await find({ search: 'Business 01234' })).businesses
  expect(namesOf(await find({ search: one!.id }))).toEqual(['01234'])
})

const ENDING: [Trouble, string][] = [
  ['switched-off', '01'],
  ['out-of-funds', '02'],
  ['needs-reconnect', '03'],
  ['not-connected', '04'],
  ['xero-refuses', '05'],
  ['refused', '06'],
  ['silent', '07'],
]
test.each(ENDING)('those with the trouble %s, and no other', async (trouble, ending) => {
  const first = await find({ trouble })
  const second = await find({ trouble, cursor: first.nextCursor! })
  const found = [...namesOf(first), ...namesOf(second)]
  expect(found).toHaveLength(100)
  expect(found.every((name) => name.endsWith(ending))).toBe(true)
  expect(first.businesses[0]!.troubles).toContain(trouble)
})

test('paused and deactivated businesses are known as such', async () => {
  await sql`update businesses set automation_enabled = false, paused_at = now(), paused_because = 'Why'
            where name = 'Business 00008'`.execute(base.db)
  await sql`update businesses set automation_enabled = false, deactivated_at = now() where name = 'Business 00009'`.execute(
    base.db,
  )
  expect(namesOf(await find({ trouble: 'paused' }))).toEqual(['00008'])
  expect(namesOf(await find({ trouble: 'deactivated' }))).toEqual(['00009'])
})

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Rows that a statement read of each table, over all its loops, with those that it threw away again. */
const readBy = async (wanted: Partial<Wanted>): Promise<Record<string, number>> => {
  const statement = pageOfBusinesses({ silentDays: 14, leastCents: 5, now, ...wanted })
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Node }[] }>`
    explain (analyze, format json) ${statement}`.execute(base.db)
  const read: Record<string, number> = {}
  const visit = (node: Node): void => {
    const table = node['Relation Name']
    const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    if (table) read[table] = (read[table] ?? 0) + each * node['Actual Loops']
    node.Plans?.forEach(visit)
  }
  visit(rows[0]!['QUERY PLAN'][0]!.Plan)
  return read
}

test('a page reads its own businesses and one text of each, however many there are', async () => {
  const read = await readBy({})
  expect(read['businesses']).toBeLessThanOrEqual(60)
  expect(read['review_requests']).toBeLessThanOrEqual(60)
  expect(read['organisations']).toBeLessThanOrEqual(120)
})

test('a search looks through names once, and at the texts of what it found only', async () => {
  const read = await readBy({ search: 'owner777@' })
  expect(read['businesses']).toBeLessThanOrEqual(2 * MANY + 60)
  expect(read['users']).toBeLessThanOrEqual(2 * MANY)
  expect(read['review_requests']).toBeLessThanOrEqual(60)
})

test('a filter that few pass reads one text a business at most, whatever they have sent', async () => {
  const read = await readBy({ trouble: 'deactivated' })
  expect(read['review_requests']).toBeLessThanOrEqual(MANY + 60)
})
