import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import { readSnapshot } from '../backups/taking/read-snapshot.ts'
import { DAY_MS } from '../platform/dates.ts'
import { notInEnded } from '../platform/postgres/schema/partitions.ts'
import { KEEP_BY_DEFAULT } from '../../test/support/keep-by-default.ts'
import { LATER_DAYS } from '../platform/process/env-retention.ts'
import { checkPartitions } from './checks/check-partitions.ts'
import { prunePartitions } from './prune-partitions.ts'
import { createPartitionTasks, renewPartitions } from './renew-partitions.ts'
import type { Removed } from './retention-run.ts'

const base = useDatabase()
const TABLES = ['xero_events', 'sms_callbacks', 'link_visits']
const INTERVAL = { interval: 20, timeout: 10_000 }
let owner: Client

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
beforeEach(async () => {
  said = []
  await owner.query('drop view if exists in_use')
  await owner.query('delete from xero_events; delete from sms_callbacks; delete from link_visits')
  for (const part of await partitions()) await owner.query(`drop table parts.${part}`)
})
afterAll(() => owner.end())

const today = new Date()
const inDays = (days: number) => new Date(today.getTime() + days * DAY_MS)
let said: string[] = []
const log = { info: () => undefined, warn: (_about: unknown, words?: string) => void said.push(words!) }
const deps = { databaseUrl: base.url, keep: KEEP_BY_DEFAULT, log }
const renew = (now = today, options = {}) => renewPartitions(deps, { now, patienceMs: 500, ...options })
const make = (table: string, at: Date) => owner.query('select make_partition($1, $2)', [table, at])
const spanOf = async (table: string, at: Date) => {
  const { rows } = await owner.query<{ begins: Date; ends: Date }>(
    'select begins, ends from partition_of($1, $2)',
    [table, at],
  )
  return rows[0]!
}
const partitions = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'parts'::regnamespace and relkind = 'r' and relname !~ '_default$' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('a partition ends where the next one begins, and has one name, whatever the zone of the session', async () => {
  const grid = async (zone: string) => {
    await owner.query(`set timezone = '${zone}'`)
    const { rows } = await owner.query<{ part: string; is: boolean }>(
      `select p.part, (partition_of(t, p.ends)).begins = p.ends and p.begins <= day and day < p.ends as is
       from unnest($1::text[]) t, generate_series('2026-01-01 12:00Z'::timestamptz, '2030-01-01Z', '24 hours') day,
            partition_of(t, day) p
       order by t, day`,
      [TABLES],
    )
    expect(rows.filter(({ is }) => !is)).toEqual([])
    return rows.map(({ part }) => part)
  }
  try {
    const inUtc = await grid('UTC')
    expect(inUtc).toHaveLength(3 * 1_461)
    expect(await grid('Australia/Sydney')).toEqual(inUtc)
    expect(await grid('America/New_York')).toEqual(inUtc)
  } finally {
    await owner.query('reset timezone')
  }
})

test('each day of a year finds its partitions also where the server has a zone with summer time', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const server = `alter database ${rows[0]!.name}`
  await owner.query(`${server} set timezone = 'Australia/Sydney'`)
  try {
    for (let night = 0; night < 400; night += 9) {
      await renew(inDays(night))
      if (night < 40) continue
      const { rows: there } = await owner.query<{ is: boolean }>(
        `select to_regclass('parts.' || (partition_of(t, $2)).part) is not null as is from unnest($1::text[]) t`,
        [TABLES, inDays(night + 1)],
      )
      expect(there).toEqual([{ is: true }, { is: true }, { is: true }])
    }
  } finally {
    await owner.query(`${server} reset timezone`)
  }
})

test('no partition is made that its default partition would have to be read through for', async () => {
  const at = inDays(40)
  await plantRow(owner, 'xero_events', { event_at: today })
  await expect(make('xero_events', at)).rejects.toMatchObject({ code: '55000' })
  await owner.query("select close_default('xero_events', $1)", [at])
  await expect(make('xero_events', at)).rejects.toMatchObject({ code: '55000' })
  await owner.query("select prove_default('xero_events', $1)", [at])
  // As another job does at its begin, while this one stands still.
  await owner.query("select open_default('xero_events', $1)", [at])
  await expect(make('xero_events', at)).rejects.toMatchObject({ code: '55000' })
  expect(await partitions()).toEqual([])
})

test('two jobs at once leave each other’s steps to the next hour, and fail at nothing', async () => {
  for (let night = 0; night < 40; night += 1) {
    await plantRow(owner, 'xero_events', { event_at: inDays(night) })
    await Promise.all([renew(inDays(night)), renew(inDays(night))])
  }
  await renew(inDays(40))
  expect((await partitions()).length).toBeGreaterThan(3)
  expect(await checkPartitions(base.db, inDays(40))).toMatchObject({ state: 'ok' })
})

test('what keeps one table from it keeps no other, and is told once what went is counted', async () => {
  const old = inDays(-500)
  for (const table of TABLES) await make(table, old)
  const [visits, reports, events] = await partitions()
  await owner.query(`create view in_use as select id from parts.${events}`)
  await owner.query("select close_default('sms_callbacks', $1)", [inDays(40)])
  await plantRow(owner, 'sms_callbacks', { slot: old, received_at: old })
  const counted: Removed[] = []
  const tasks = createPartitionTasks({
    ...deps,
    databaseNow: async () => today,
    recordRemoved: (removed) => void counted.push(removed),
  })
  await expect(tasks['renew-partitions']!({})).rejects.toMatchObject({ code: '2BP01' })
  expect(counted).toEqual([{ xero_events: 0, sms_callbacks: 1, link_visits: 0 }])
  const left = await partitions()
  expect(left).toContain(events)
  expect(left).not.toContain(visits)
  expect(left).not.toContain(reports)
  // What a killed process had begun with another table is taken back all the same.
  await plantRow(owner, 'sms_callbacks', { slot: inDays(40) })
})

const holding = async (table: string, work: (letGo: () => Promise<unknown>) => Promise<void>) => {
  const reader = new Client({ connectionString: base.url })
  await reader.connect()
  try {
    await reader.query(`begin; select count(*) from ${table}`)
    await work(() => reader.query('rollback'))
  } finally {
    await reader.end()
  }
}

test('a partition that cannot be dropped loses its rows within the days that the page on privacy adds', async () => {
  const { begins, ends } = await spanOf('xero_events', inDays(-60))
  await make('xero_events', begins)
  const old = { handled_at: begins, received_at: begins }
  await plantRow(owner, 'xero_events', { ...old, event_at: begins, correlation_id: 'in it' })
  await plantRow(owner, 'xero_events', { ...old, event_at: inDays(-300), correlation_id: 'in the default' })
  const goes = ends.getTime() + KEEP_BY_DEFAULT.KEEP_EVENTS_DAYS * DAY_MS
  const nightOf = (day: number) => new Date(goes + day * DAY_MS + 17.5 * 3_600_000)
  const left = async (now: Date) => {
    await renew(now)
    expect(await prunePartitions(deps, { now, waitingDays: 90 })).toMatchObject({ failed: [] })
    const { rows } = await owner.query('select correlation_id as id from xero_events order by 1')
    return rows.map(({ id }) => id)
  }
  await holding('xero_events', async () => {
    expect(await left(nightOf(-1))).toEqual(['in it', 'in the default'])
    // It is about to be dropped, which takes a moment: until then its rows are not deleted one by one.
    expect(await left(nightOf(0))).toEqual(['in it'])
    expect(await left(nightOf(1))).toEqual([])
  })
  const latest = KEEP_BY_DEFAULT.KEEP_EVENTS_DAYS + LATER_DAYS.KEEP_EVENTS_DAYS
  expect(Math.ceil((nightOf(1).getTime() - begins.getTime()) / DAY_MS)).toBe(latest)
})

test('what is about to be dropped is not read through for the rows of the default partition', async () => {
  const { begins, ends } = await spanOf('xero_events', inDays(-60))
  await make('xero_events', begins)
  const but = await notInEnded(base.db, 'xero_events', { after: begins, until: ends })
  const plan = await sql`explain delete from xero_events where received_at < ${ends} ${but}`.execute(base.db)
  expect(JSON.stringify(plan.rows)).toContain('xero_events_default')
  expect(JSON.stringify(plan.rows)).not.toMatch(/xero_events_\d{4}/)
})

const waitsFor = (table: string) => async (): Promise<boolean> => {
  const { rows } = await owner.query<{ on: string }>(
    'select relation::regclass::text as on from pg_locks where not granted and relation is not null',
  )
  return rows.some(({ on }) => on.includes(table))
}

test('each table has a time of its own for its locks', async () => {
  // Not empty: what it must be proven of has a step more.
  for (const table of TABLES) await plantRow(owner, table, {})
  await holding('xero_events', () =>
    holding('sms_callbacks', async (letGo) => {
      const renewing = renew(today, { patienceMs: 3_000 })
      // Its first try fails: without a time of its own there is no other.
      for (const is of [true, false, true]) await expect.poll(waitsFor('sms_callbacks'), INTERVAL).toBe(is)
      await letGo()
      expect(await renewing).toMatchObject({ failed: [] })
    }),
  )
  const made = await partitions()
  expect(made.map((name) => name.slice(0, 3))).toEqual(['lin', 'sms'])
})

test('a worker that ends waits for no lock any more', async () => {
  await holding('xero_events', async () => {
    const stopping = new AbortController()
    const renewing = renew(today, { patienceMs: 3_600_000, stopping: stopping.signal })
    await expect.poll(waitsFor('xero_events'), INTERVAL).toBe(true)
    stopping.abort()
    expect(await renewing).toMatchObject({ failed: [] })
  })
  expect(await partitions()).toEqual([])
})

test('nothing is dropped between the moment of a backup and its end', async () => {
  const old = inDays(-200)
  await make('xero_events', old)
  await plantRow(owner, 'xero_events', { event_at: old, received_at: old })
  const backup = new Client({ connectionString: base.url })
  await backup.connect()
  try {
    await backup.query('set role goodword_system')
    await readSnapshot(backup, { during: (work) => work })
    await expect(
      owner.query("select drop_partition('xero_events', $1, now(), now())", [old]),
    ).rejects.toMatchObject({ code: '55P03' })
    expect((await backup.query('select from xero_events')).rowCount).toBe(1)
  } finally {
    await backup.end()
  }
})
