import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import { DAY_MS } from '../platform/dates.ts'
import { KEEP_BY_DEFAULT } from '../../test/support/keep-by-default.ts'
import { LEAD_DAYS } from '../platform/postgres/schema/partitions.ts'
import { LATER_DAYS } from '../platform/process/env-retention.ts'
import { prunePartitions } from './prune-partitions.ts'
import { renewPartitions } from './renew-partitions.ts'
import type { Removed } from './retention-run.ts'

const base = useDatabase()
let owner: Client
let said: unknown[] = []

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
beforeEach(async () => {
  said = []
  await owner.query('delete from xero_events; delete from sms_callbacks; delete from link_visits')
  for (const name of (await partitions()).filter((one) => !one.endsWith('default')))
    await owner.query(`drop table parts.${name}`)
})
afterAll(() => owner.end())

const today = new Date()
const inDays = (days: number, from = today) => new Date(from.getTime() + days * DAY_MS)
const warn = (about: unknown) => void said.push(about)
const deps = { databaseUrl: base.url, keep: KEEP_BY_DEFAULT, log: { info: () => undefined, warn } }
/** As the last hour before it and the night do. */
const prune = async (now = today): Promise<Removed> => {
  const dropped = await renewPartitions(deps, { now, patienceMs: 500 })
  const deleted = await prunePartitions(deps, { now, waitingDays: 90 })
  expect([...dropped.failed, ...deleted.failed]).toEqual([])
  return Object.fromEntries(
    Object.entries(dropped.removed).map(([table, rows]) => [table, rows + deleted.removed[table]!]),
  )
}
const spanOf = async (table: string, at: Date) => {
  const { rows } = await owner.query<{ part: string; begins: Date; ends: Date }>(
    'select part, begins, ends from partition_of($1, $2)',
    [table, at],
  )
  return rows[0]!
}
const nameOf = async (table: string, at: Date): Promise<string> => (await spanOf(table, at)).part
const make = (table: string, at: Date) => owner.query('select make_partition($1, $2)', [table, at])
const partitions = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'parts'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}
const checks = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'parts'::regnamespace and contype = 'c'
       and conname ~ '_\\d\\d$'`,
  )
  return rows.map(({ name }) => name)
}
/** Of each event, in which partition it is. */
const placesOf = async (): Promise<Record<string, string>> => {
  const { rows } = await owner.query<{ id: string; place: string }>(
    `select correlation_id as id, tableoid::regclass::text as place from xero_events order by 1`,
  )
  return Object.fromEntries(rows.map(({ id, place }) => [id, place.replace('parts.', '')]))
}
const event = (correlationId: string, values: Record<string, unknown>) =>
  plantRow(owner, 'xero_events', { correlation_id: correlationId, ...values })

test('each night the next partition is there at least two days before it begins, and none is made twice', async () => {
  for (let night = 0; night < 70; night += 1) {
    const now = inDays(night)
    // What was received is far from old.
    await prune(now)
    const there = await partitions()
    for (const table of ['xero_events', 'sms_callbacks', 'link_visits']) {
      const { part, begins } = await spanOf(table, inDays(night + LEAD_DAYS))
      // Those of today and of the next days had to be there before the first night.
      if (begins > inDays(LEAD_DAYS)) expect(there).toContain(part)
    }
  }
  expect(said).toEqual([])
  expect(await checks()).toEqual([])
})

test('a partition has the keys, indexes and references of its table, and its rows take their numbers from one place', async () => {
  await make('link_visits', today)
  const { rows } = await owner.query(`
    select count(*) filter (where relname ~ '_default$')::int as old, count(*) filter (where relname !~ '_default$')::int as new
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where relname like 'link_visits_%' and contype in ('p', 'u', 'f', 'c')`)
  expect(rows).toEqual([{ old: 3, new: 3 }])
  await plantRow(owner, 'link_visits', { visited_at: today })
  await plantRow(owner, 'link_visits', { visited_at: inDays(-300) })
  const { rows: visits } = await owner.query<{ place: string; id: number }>(
    'select tableoid::regclass::text as place, id::int from link_visits order by id',
  )
  expect(visits.map(({ place }) => place)).toEqual([
    `parts.${await nameOf('link_visits', today)}`,
    'parts.link_visits_default',
  ])
  expect(visits[1]!.id).toBe(visits[0]!.id + 1)
})

test('rows of the next partition in the default one stay there, and that it cannot be made is said in its last days', async () => {
  const { ends: begins } = await spanOf('xero_events', inDays(2))
  await event('early', { event_at: begins })
  await prune(new Date(begins.getTime() - 4 * DAY_MS))
  expect(said).toEqual([])
  await prune(new Date(begins.getTime() - 2.5 * DAY_MS))
  expect(said).toEqual([{ table: 'xero_events', begins }])
  expect(await placesOf()).toEqual({ early: 'xero_events_default' })
  expect(await checks()).toEqual([])
  await event('more', { event_at: begins })
})

test('a step that a killed process has left does not keep rows out when its time comes', async () => {
  const { rows } = await owner.query("select close_default('xero_events', $1) as is", [inDays(40)])
  expect(rows).toEqual([{ is: true }])
  await expect(event('refused', { event_at: inDays(40) })).rejects.toThrow(/violates check constraint/)
  await prune()
  await event('taken', { event_at: inDays(40) })
})

test('the default partition is never closed to rows of today', async () => {
  const { rows } = await owner.query("select close_default('xero_events', $1) as is", [today])
  expect(rows).toEqual([{ is: false }])
  expect(await checks()).toEqual([])
})

// As many days as a partition has: each stands elsewhere in it.
test.for([...Array(10).keys()])(
  'a partition goes as a whole once all of it is old enough; what waits, or came late, goes to the default one: day %i',
  async (day) => {
    const now = inDays(day)
    const [old, young] = [inDays(-60, now), inDays(-31, now)]
    await make('xero_events', old)
    await make('xero_events', young)
    const handled = { handled_at: old, received_at: old, event_at: old }
    for (let number = 0; number < 5; number += 1) await event(`old ${number}`, handled)
    await event('dead', { dead_at: old, received_at: old, event_at: old })
    await event('waits', { received_at: old, event_at: old })
    await event('late', { ...handled, received_at: (await spanOf('xero_events', now)).begins })
    await event('young', { ...handled, event_at: young, received_at: young })
    const first = await placesOf()
    expect(new Set([first['waits'], first['late'], first['dead']])).toEqual(new Set([first['old 0']]))

    expect(await prune(now)).toMatchObject({ xero_events: 6 })
    expect(await placesOf()).toEqual({
      late: 'xero_events_default',
      waits: 'xero_events_default',
      young: await nameOf('xero_events', young),
    })
    expect(await partitions()).not.toContain(first['waits'])
    // The planner knows the table as a whole, which PostgreSQL does not count by itself.
    const counted = await owner.query(
      `select distinct tablename from pg_stats where inherited or tablename = 'xero_events_default'`,
    )
    expect(counted.rowCount).toBe(2)
    // An organisation that cannot be asked: its events are waited for no longer than this.
    expect(await prune(inDays(31, now))).toMatchObject({ xero_events: 2 })
    expect(await placesOf()).toMatchObject({ late: 'xero_events_default' })
  },
)

test('what the default partition has goes row by row, on the day on which its partition would go', async () => {
  const { ends } = await spanOf('link_visits', inDays(-200))
  const goesAt = ends.getTime() + KEEP_BY_DEFAULT.KEEP_VISITS_DAYS * DAY_MS
  await plantRow(owner, 'link_visits', { visited_at: inDays(-200) })
  await prune(new Date(goesAt - 1))
  expect((await owner.query('select from link_visits')).rowCount).toBe(1)
  expect(await prune(new Date(goesAt))).toMatchObject({ link_visits: 1 })
})

const isDropWaiting = async (): Promise<boolean> => {
  const waiting = await owner.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'drop_partition'`,
  )
  return waiting.rowCount === 1
}

test('nothing is dropped while a lock is not free, no statement waits for it for long, and after a day it is said', async () => {
  const old = inDays(-60)
  await make('xero_events', old)
  await event('old', { handled_at: old, received_at: old, event_at: old })
  const { part, ends } = await spanOf('xero_events', old)
  const hoursLater = (hours: number) =>
    new Date(ends.getTime() + KEEP_BY_DEFAULT.KEEP_EVENTS_DAYS * DAY_MS + hours * 3_600_000)
  const renew = (now: Date, options = {}) => renewPartitions(deps, { now, patienceMs: 500, ...options })
  const saidOfIt = () => said.filter((about) => 'ended' in (about as object))
  // The next one is there: what is waited for below is to drop the old one.
  await renew(hoursLater(-1))
  const reader = new Client({ connectionString: base.url })
  await reader.connect()
  try {
    await reader.query('begin; select count(*) from xero_events')
    const stopping = new AbortController()
    const renewing = renew(hoursLater(23), { patienceMs: 3_600_000, stopping: stopping.signal })
    const often = { interval: 20, timeout: 20_000 }
    await expect.poll(isDropWaiting, often).toBe(true)
    // It stands behind that try, and has its answer while the reader keeps its lock.
    await sql`select from xero_events limit 1`.execute(base.db)
    for (const is of [false, true]) await expect.poll(isDropWaiting, often).toBe(is)
    stopping.abort()
    expect(await renewing).toMatchObject({ removed: { xero_events: 0 }, failed: [] })
    expect(saidOfIt()).toEqual([])
    await renew(hoursLater(25))
    expect(saidOfIt()).toEqual([{ table: 'xero_events', ended: ends }])
    expect(await placesOf()).toEqual({ old: part })
    expect(await checks()).toEqual([])
  } finally {
    await reader.query('rollback')
    await reader.end()
  }
  expect(await renew(today)).toMatchObject({ removed: { xero_events: 1 } })
  const { rows } = await owner.query(`select proconfig from pg_proc where proname = 'drop_partition'`)
  expect(rows[0]).toMatchObject({ proconfig: expect.arrayContaining(['lock_timeout=200ms']) })
})

test('the roles of the product reach a partition through its table alone, and see there what they see of that', async () => {
  await make('xero_events', today)
  await event('theirs', { event_at: today })
  for (const role of ['goodword_tenant', 'goodword_system'])
    for (const name of await partitions()) {
      await owner.query(`begin; set local role ${role}`)
      await expect(owner.query(`select from parts.${name}`)).rejects.toMatchObject({ code: '42501' })
      await owner.query('rollback')
    }
  await owner.query(
    `begin; set local role goodword_tenant; set local app.business_id = '${crypto.randomUUID()}'`,
  )
  expect((await owner.query('select from xero_events')).rowCount).toBe(0)
  await expect(
    owner.query("select drop_partition('xero_events', now(), now(), now())"),
  ).rejects.toMatchObject({
    code: '42501',
  })
  await owner.query('rollback')
})

test('no other table can be named to what acts with its owner’s rights', async () => {
  for (const call of [
    'make_partition($1, now())',
    'drop_partition($1, now(), now(), now())',
    'open_default($1, now())',
  ])
    await expect(owner.query(`select ${call}`, ['users; drop table users'])).rejects.toThrow(
      'has no partitions',
    )
})

test('the longest that a row stays beyond its days is what the settings say', async () => {
  const lengthOf = async (table: string) => {
    const { rows } = await owner.query<{ days: number }>(
      'select extract(epoch from ends - begins)::int / 86400 as days from partition_of($1, now())',
      [table],
    )
    return rows[0]!.days
  }
  // And two more where it cannot be dropped: partitions-in-trouble.test.ts.
  expect(LATER_DAYS).toEqual({
    KEEP_EVENTS_DAYS: 2 + (await lengthOf('xero_events')),
    KEEP_CALLBACKS_DAYS: 2 + (await lengthOf('sms_callbacks')),
    KEEP_VISITS_DAYS: 2 + (await lengthOf('link_visits')),
  })
})
