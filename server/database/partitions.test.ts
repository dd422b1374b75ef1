import type { ClientBase } from 'pg'
import { expect, inject, test } from 'vitest'
import { asClient, emptyDatabase } from '../../test/support/backups.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import { useDatabase } from '../../test/support/database.ts'
import { migrate } from '../platform/postgres/schema/migrate.ts'
import { makeNextPartition } from '../platform/postgres/schema/partitions.ts'
import { readSchemaFiles } from '../platform/postgres/schema/schema-files.ts'
import { openDb, SCHEMA_FOLDER } from './database.ts'

const base = useDatabase()
const FIRST = 81
const LAST = 88
const TABLES = ['xero_events', 'sms_callbacks', 'link_visits']

const report = (client: ClientBase, sid: string, status = 'sent') =>
  client.query("select record_sms_statuses($1, '[]')", [
    JSON.stringify([{ message_sid: sid, status, outcome: 'sent' }]),
  ])
const reportsOf = async (client: ClientBase, sid: string): Promise<number> =>
  (await client.query('select from sms_callbacks where message_sid = $1', [sid])).rowCount!

/** Where PostgreSQL keeps the indexes of a table: another place after each time that one is built. */
const indexFiles = async (client: ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ file: string }>(
    'select pg_relation_filenode(indexrelid)::text as file from pg_index where indrelid = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ file }) => file)
}

test('tables in use become default partitions without being read, and their next partition is made of new rows', async () => {
  const url = await emptyDatabase(inject('postgresUrl'))
  const earlier = readSchemaFiles(SCHEMA_FOLDER).migrations.filter(({ number }) => number < FIRST)
  await migrate(url, SCHEMA_FOLDER, { only: new Set(earlier.map(({ name }) => name)) })
  const before = await asClient(url, async (client) => {
    for (let row = 0; row < 20; row += 1) {
      await plantRow(client, 'xero_events', { resource_id: crypto.randomUUID() })
      await plantRow(client, 'link_visits', {})
      await report(client, `before-${row}`)
    }
    await migrate(url, SCHEMA_FOLDER, { only: new Set(newNames({ isBreaking: false })) })
    await report(client, 'between')
    await report(client, 'before-0')
    const files: string[][] = []
    for (const table of TABLES) files.push(await indexFiles(client, table))
    return files
  })
  await migrate(url, SCHEMA_FOLDER)
  await asClient(url, async (client) => {
    for (const [at, table] of TABLES.entries()) {
      const { rows } = await client.query(
        `select tableoid::regclass::text as place, count(*)::int as rows, max(id)::int as last from ${table} group by 1`,
      )
      const count = table === 'sms_callbacks' ? 21 : 20
      expect(rows).toEqual([{ place: `parts.${table}_default`, rows: count, last: count }])
      const files = await indexFiles(client, `parts.${table}_default`)
      expect(before[at]).toEqual(expect.arrayContaining(files))
      const attached = await client.query('select from pg_index where indrelid = $1::regclass', [table])
      expect(files).toHaveLength(attached.rowCount!)
      await plantRow(client, table, {})
      const next = await client.query<{ id: number }>(`select max(id)::int as id from ${table}`)
      expect(next.rows[0]!.id).toBeGreaterThan(count)
    }
    const references = await client.query(
      `select convalidated as valid from pg_constraint where conrelid in (
         'link_visits'::regclass, 'parts.link_visits_default'::regclass) and contype = 'f'`,
    )
    expect(references.rows).toEqual([{ valid: true }, { valid: true }])
  })
  const { db, close } = openDb(url, { onError: () => undefined })
  for (const table of TABLES)
    expect(await makeNextPartition(db, table, new Date(), { until: 0 })).toMatchObject({ isMade: true })
  await close()
  await asClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>(
      `select p.ends as at from partition_of('xero_events', now() + interval '2 days') p`,
    )
    await plantRow(client, 'xero_events', { event_at: rows[0]!.at, correlation_id: 'new' })
    const found = await client.query(
      "select tableoid::regclass::text ~ '_default$' as old from xero_events where correlation_id = 'new'",
    )
    expect(found.rows).toEqual([{ old: false }])
  })
})

const newNames = ({ isBreaking }: { isBreaking: boolean }): string[] =>
  readSchemaFiles(SCHEMA_FOLDER)
    .migrations.filter((one) => one.number >= FIRST && one.isBreaking === isBreaking)
    .map(({ name }) => name)

test('an autovacuum in the way is sent away before the first lock of each table that is partitioned', () => {
  const locking = readSchemaFiles(SCHEMA_FOLDER).migrations.filter(
    ({ number, manner }) => number >= FIRST && number <= LAST && manner === 'in one transaction',
  )
  expect(locking).toHaveLength(4)
  for (const { text } of locking)
    expect(/^(select stop_vacuum|lock table|alter table)/m.exec(text)![0]).toBe('select stop_vacuum')
})

test('a report that is repeated is kept once, also by several callers at once', async () => {
  await asClient(base.url, async (client) => {
    await report(client, 'one')
    await report(client, 'one')
    expect(await reportsOf(client, 'one')).toBe(1)
    await report(client, 'one', 'delivered')
    expect(await reportsOf(client, 'one')).toBe(2)
  })
  await Promise.all(
    Array.from({ length: 8 }, () => asClient(base.url, (client) => report(client, 'at once'))),
  )
  expect(await asClient(base.url, (client) => reportsOf(client, 'at once'))).toBe(1)
})

test('a new database has the partition of today and the next one from the beginning', async () => {
  await asClient(base.url, async (client) => {
    await report(client, 'today')
    const { rows } = await client.query(
      `select tableoid::regclass::text = 'parts.' || (partition_of('sms_callbacks', now())).part as is
       from sms_callbacks where message_sid = 'today'`,
    )
    expect(rows).toEqual([{ is: true }])
    const made = await client.query(
      "select from pg_class where relnamespace = 'parts'::regnamespace and relkind = 'r'",
    )
    expect(made.rowCount).toBe(9)
  })
})

test('what reads texts and then writes them goes on while visits are partitioned', async () => {
  const url = await emptyDatabase(inject('postgresUrl'))
  const isLast = (name: string) => name.startsWith('0088')
  const files = readSchemaFiles(SCHEMA_FOLDER).migrations.map(({ name }) => name)
  await migrate(url, SCHEMA_FOLDER, { only: new Set(files.filter((name) => !isLast(name))) })
  await asClient(url, async (client) => {
    await plantRow(client, 'review_requests', {})
    // Not empty: its partitions come later.
    await plantRow(client, 'link_visits', {})
  })
  const migrated = new AbortController()
  const claims = Array.from({ length: 6 }, () =>
    asClient(url, async (client) => {
      let count = 0
      for (; !migrated.signal.aborted; count += 1) {
        await client.query('begin; select from review_requests; select pg_sleep(0.03)')
        await client.query('update review_requests set state = state; commit')
      }
      return count
    }),
  )
  await migrate(url, SCHEMA_FOLDER, { lockPatienceMs: 20_000 })
  migrated.abort()
  for (const count of await Promise.all(claims)) expect(count).toBeGreaterThan(0)
})
