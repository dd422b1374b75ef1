import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { plantRow } from '../../../test/support/plant-row.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { KEEP_BY_DEFAULT } from '../../../test/support/keep-by-default.ts'
import { renewPartitions } from '../renew-partitions.ts'
import { checkPartitions } from './check-partitions.ts'

const base = useDatabase()
let owner: Client

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
beforeEach(async () => {
  for (const table of ['xero_events', 'sms_callbacks', 'link_visits']) {
    const { rows } = await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = $1::regclass and inhrelid::regclass::text !~ '_default$'`,
      [table],
    )
    for (const { name } of rows) await owner.query(`drop table ${name}`)
  }
  await upgradedAt(inDays(-100))
})
afterAll(() => owner.end())

const today = new Date()
const inDays = (days: number, from = today) => new Date(from.getTime() + days * DAY_MS)
const upgradedAt = (at: Date) =>
  owner.query("update schema_migrations set applied_at = $1 where name like '%-are-partitioned.sql'", [at])
const make = (table: string, at: Date) => owner.query('select make_partition($1, $2)', [table, at])
const spanOf = async (table: string, at: Date) => {
  const { rows } = await owner.query<{ begins: Date; ends: Date }>(
    'select begins, ends from partition_of($1, $2)',
    [table, at],
  )
  return rows[0]!
}
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

test('doctor says from when on rows go to the default partition, and of which tables', async () => {
  for (const table of ['sms_callbacks', 'link_visits']) {
    await make(table, today)
    await make(table, (await spanOf(table, today)).ends)
  }
  const { begins, ends } = await spanOf('xero_events', today)
  const wrongFrom = (day: Date) => ({
    state: 'WRONG',
    words: expect.stringMatching(new RegExp(`^the rows of xero_events \\(from ${dayOf(day)} on\\) go to `)),
  })
  expect(await checkPartitions(base.db, today)).toMatchObject(wrongFrom(begins))
  await make('xero_events', today)
  expect(await checkPartitions(base.db, inDays(-1.5, ends))).toMatchObject({ state: 'ok' })
  expect(await checkPartitions(base.db, inDays(-0.5, ends))).toMatchObject(wrongFrom(ends))
  await make('xero_events', ends)
  expect(await checkPartitions(base.db, inDays(-0.5, ends))).toMatchObject({ state: 'ok' })
})

test('one far ahead makes up for none that is missing before it', async () => {
  for (const table of ['xero_events', 'sms_callbacks', 'link_visits']) await make(table, inDays(90))
  expect(await checkPartitions(base.db, today)).toMatchObject({
    state: 'WRONG',
    words: expect.stringMatching(/link_visits.*sms_callbacks.*xero_events/),
  })
})

test('after an upgrade the rows of the span that has begun go to the default partition, as they should', async () => {
  await upgradedAt(today)
  expect(await checkPartitions(base.db, today)).toMatchObject({
    state: 'ok',
    words: expect.stringMatching(/xero_events \(until [-\d]+\) go to the default partition/),
  })
  const { ends } = await spanOf('xero_events', inDays(3))
  const late = inDays(0.5, ends)
  expect(await checkPartitions(base.db, late)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('xero_events'),
  })
  const log = { info: () => undefined, warn: () => undefined }
  await renewPartitions({ databaseUrl: base.url, keep: KEEP_BY_DEFAULT, log }, { now: inDays(1) })
  expect((await checkPartitions(base.db, late)).words).not.toContain('xero_events')
})

test('so do those of a span for which the first run after the upgrade came too late', async () => {
  const { begins } = await spanOf('xero_events', inDays(20))
  await upgradedAt(inDays(-2.1, begins))
  const log = { info: () => undefined, warn: () => undefined }
  await renewPartitions({ databaseUrl: base.url, keep: KEEP_BY_DEFAULT, log }, { now: inDays(-1.9, begins) })
  for (const table of ['sms_callbacks', 'link_visits'])
    for (const at of [begins, inDays(1.1, begins)])
      await owner.query(
        "select make_partition($1, $2) where to_regclass('parts.' || (partition_of($1, $2)).part) is null",
        [table, at],
      )
  expect(await checkPartitions(base.db, inDays(0.1, begins))).toMatchObject({ state: 'ok' })
})

test('a partition that an operator attached under a name of his own counts as any other', async () => {
  const { begins } = await spanOf('xero_events', today)
  const bounds = `for values from ('${begins.toISOString()}') to ('${inDays(60, begins).toISOString()}')`
  await owner.query(`create table parts.xero_events_1_2_3 partition of xero_events ${bounds}`)
  for (const table of ['sms_callbacks', 'link_visits']) {
    await make(table, today)
    await make(table, (await spanOf(table, today)).ends)
  }
  await plantRow(owner, 'xero_events', { event_at: inDays(-200) })
  expect(await checkPartitions(base.db, today)).toMatchObject({ state: 'ok' })
  const log = { info: () => undefined, warn: () => undefined }
  expect(
    await renewPartitions({ databaseUrl: base.url, keep: KEEP_BY_DEFAULT, log }, { now: today }),
  ).toMatchObject({ failed: [] })
})

test('doctor says where rows are about to be refused, and what to do', async () => {
  await upgradedAt(today)
  const { begins } = await spanOf('sms_callbacks', inDays(40))
  await owner.query("select close_default('sms_callbacks', $1)", [begins])
  try {
    expect(await checkPartitions(base.db, inDays(-1.1, begins))).not.toMatchObject({
      words: expect.stringContaining('takes no'),
    })
    for (const days of [-0.9, 0.1, 45])
      expect(await checkPartitions(base.db, inDays(days, begins))).toMatchObject({
        state: 'WRONG',
        words: expect.stringMatching(
          `^sms_callbacks takes no rows from ${dayOf(begins)} on: .* start a worker again$`,
        ),
      })
  } finally {
    await owner.query("select open_default('sms_callbacks', $1)", [begins])
  }
})
