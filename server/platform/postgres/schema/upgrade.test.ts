import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asClient, emptyDatabase } from '../../../../test/support/backups.ts'
import { useDatabase } from '../../../../test/support/database.ts'
import { functionsPutBack } from './apply-functions.ts'
import { migrate, type MigrateOptions } from './migrate.ts'
import { judgeAtStart, judgeSchema } from './schema-fit.ts'

const base = useDatabase()
let folder: string
let pool: Pool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-upgrade-'))
  for (const kind of ['migrations', 'functions']) mkdirSync(join(folder, kind))
  writeFileSync(join(folder, 'roles.sql'), '')
  pool = new Pool({ connectionString: base.url, max: 1 })
  await pool.query('truncate schema_migrations, schema_functions, processes')
})
afterEach(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

const write = (name: string, mark: string, text: string) =>
  writeFileSync(join(folder, 'migrations', `${name}.sql`), `-- Upgrade: ${mark}.\n${text}\n`)
const takeAway = (name: string) => rmSync(join(folder, 'migrations', `${name}.sql`))
const release = (number: number, newestMigration: number) =>
  writeFileSync(join(folder, 'released.json'), JSON.stringify({ release: number, newestMigration }))
const answers = (number: number) =>
  writeFileSync(
    join(folder, 'functions', 'replied.sql'),
    `create or replace function replied() returns int language sql as $$ select ${number} $$`,
  )
const said: string[] = []
beforeEach(() => void said.splice(0))
const run = (options: MigrateOptions = {}) =>
  migrate(base.url, folder, { processPatienceMs: 0, say: (words) => said.push(words), ...options })
const alive = (knows: number | null, kind = 'worker') =>
  pool.query('insert into processes (id, kind, knows) values ($1, $2, $3)', [
    crypto.randomUUID(),
    kind,
    knows,
  ])
const one = async (text: string) => Object.values((await pool.query(text)).rows[0] as object)[0] as unknown

test('what comes after the deploy waits until no process of an older version is left', async () => {
  write('9101-more', 'before, harmless', 'create table more (n int, old int);')
  write('9102-less', 'after, breaking', 'alter table more drop column old;')
  await alive(9100, 'api')
  expect(await run({ part: 'before' })).toEqual(['9101-more.sql'])
  expect(await judgeSchema(pool, folder)).toEqual({ fits: true, newer: [], unfinished: ['9102-less.sql'] })
  await expect(run({ part: 'after' })).rejects.toThrow(
    'There is still an api of an older version, which must not run with 9102-less.sql: nothing was changed.',
  )
  await pool.query('update processes set knows = 9102')
  expect(await run({ part: 'after' })).toEqual(['9102-less.sql'])
  expect(await run({ part: 'after' })).toEqual([])
})

test('a first migrate that failed before its first migration leaves an empty database empty', async () => {
  const empty = await emptyDatabase(base.url)
  write('9101-more', 'before, harmless', 'create table more (n int, old int);')
  write('9102-less', 'after, breaking', 'alter table more drop column old;')
  const first = () => migrate(empty, folder, { part: 'before', processPatienceMs: 0 })
  writeFileSync(join(folder, 'roles.sql'), 'select no_such_grant();')
  await expect(first()).rejects.toThrow('Migration roles.sql failed')
  writeFileSync(join(folder, 'roles.sql'), '')
  expect(await first()).toEqual(['9101-more.sql', '9102-less.sql'])
})

test('a process that ended a while ago keeps nothing from being finished', async () => {
  write('9103-late', 'after, breaking', 'create table late (n int);')
  await alive(null)
  await pool.query("update processes set seen_at = now() - interval '16 seconds'")
  expect(await run({ part: 'after' })).toEqual(['9103-late.sql'])
})

test('the last part does not run ahead of the first', async () => {
  write('9104-first', 'before, harmless', 'create table ahead (n int);')
  write('9105-last', 'after, breaking', 'drop table ahead;')
  await expect(run({ part: 'after' })).rejects.toThrow(
    '9104-first.sql is missing: run `goodword migrate` first.',
  )
})

test('a breaking migration is refused beside processes of an older version, and nothing is applied', async () => {
  write('9106-fine', 'before, harmless', 'create table fine (n int);')
  write('9107-breaks', 'before, breaking', 'create table breaks (n int);')
  await alive(null)
  await alive(null, 'api')
  await expect(run({ part: 'before' })).rejects.toThrow(
    'There is still an api and a worker of an older version, which must not run with 9107-breaks.sql: nothing was changed. Let it end, and run `goodword migrate` again.',
  )
  expect(await one(`select to_regclass('fine') is not null`)).toBe(false)
  await pool.query('delete from processes')
  expect(await run({ part: 'before' })).toEqual(['9106-fine.sql', '9107-breaks.sql'])
})

test('what an earlier release has left for after its deploy comes with the next one', async () => {
  write('9108-left', 'after, breaking', 'create table left_over (n int);')
  write('9109-next', 'before, harmless', 'create table next_one (n int);')
  release(2, 9108)
  await alive(9107)
  await expect(run({ part: 'before' })).rejects.toThrow('must not run with 9108-left.sql')
  await pool.query('update processes set knows = 9108')
  expect(await run({ part: 'before' })).toEqual(['9108-left.sql', '9109-next.sql'])
})

test('older code goes on with harmless newer migrations, and stops at a breaking one', async () => {
  write('9110-known', 'before, harmless', 'create table known (n int);')
  write('9111-harmless', 'before, harmless', 'create table harmless (n int);')
  await run()
  takeAway('9111-harmless')
  expect(await judgeSchema(pool, folder)).toEqual({
    fits: true,
    newer: ['9111-harmless.sql'],
    unfinished: [],
  })
  expect(await run()).toEqual([])
  expect(said.at(-1)).toContain('The database is of a newer version, with which this one may run')

  write('9112-breaking', 'before, breaking', 'create table breaking (n int);')
  write('9111-harmless', 'before, harmless', 'create table harmless (n int);')
  await run()
  takeAway('9112-breaking')
  const why =
    'The database is of a newer version (9112-breaking.sql), with which this one must not run: deploy the newer one.'
  expect(await judgeSchema(pool, folder)).toEqual({ fits: false, is: 'newer', why, pending: [] })
  await expect(run()).rejects.toThrow(why)
})

test('newer code refuses an older database in one line', async () => {
  write('9113-lacking', 'before, harmless', 'create table lacking (n int);')
  expect(await judgeSchema(pool, folder)).toMatchObject({
    fits: false,
    is: 'older',
    why: 'The database is older than this version: 9113-lacking.sql not applied. Run `goodword migrate`.',
  })
})

test('an older schema of the job queue is refused too, and migrated', async () => {
  const newest = await one('select max(id) from graphile_worker.migrations')
  const client = await pool.connect()
  expect(await judgeAtStart(client, folder)).toMatchObject({ fits: true })
  // Its last migration only replaces a function.
  await client.query('delete from graphile_worker.migrations where id = $1', [newest])
  expect(await judgeAtStart(client, folder)).toMatchObject({
    why: `The database is older than this version: migration ${newest} of graphile-worker not applied. Run \`goodword migrate\`.`,
  })
  client.release()
  await run()
  expect(await one('select max(id) from graphile_worker.migrations')).toBe(newest)
})

test('an older release does not put its functions back', async () => {
  release(1, 0)
  answers(1)
  await run()
  release(2, 0)
  answers(2)
  expect(await run()).toEqual(['replied.sql'])
  release(1, 0)
  answers(1)
  expect(await run()).toEqual([])
  expect(await one('select replied()')).toBe(2)
})

test('functions that a version without this rule has put back are named until migrate applies them again', async () => {
  release(2, 0)
  answers(2)
  await run()
  expect(await functionsPutBack(pool, folder)).toEqual([])
  // As 0.1.0 does, which knows no releases.
  await pool.query('create or replace function replied() returns int language sql as $$ select 1 $$')
  await pool.query(`insert into schema_functions (name, sha256) values ('replied.sql', 'of 0.1.0')`)
  expect(await functionsPutBack(pool, folder)).toEqual(['replied.sql'])
  expect(await run()).toEqual(['replied.sql'])
  expect(await one('select replied()')).toBe(2)
  expect(await functionsPutBack(pool, folder)).toEqual([])
})

test('an index is built beside reads and writes, and anew where a build has failed', async () => {
  await pool.query('create table twins as select 1 as n union all select 1')
  write(
    '9114-index',
    'before, harmless, outside a transaction',
    'create unique index concurrently twins_n on twins (n);',
  )
  await expect(run()).rejects.toThrow('could not create unique index')
  await pool.query('delete from twins where ctid = (select min(ctid) from twins)')
  const both = await Promise.all([run(), run()])
  expect(both.flat()).toEqual(['9114-index.sql'])
  expect(said).toContain('9114-index.sql: drops what an earlier try has left of twins_n')
  expect(await one(`select indisvalid from pg_index where indexrelid = 'twins_n'::regclass`)).toBe(true)
})

test('a migration that takes long says meanwhile that it is under way', async () => {
  await pool.query('create table waiting (n int)')
  write(
    '9118-waits',
    'before, harmless, outside a transaction',
    'create index concurrently waits on waiting (n);',
  )
  await asClient(base.url, async (other) => {
    await other.query('begin; lock table waiting')
    let letGo: Promise<unknown> | undefined
    const say = (words: string) => {
      // Only this lets the index be built.
      if (words.startsWith('9118-waits.sql: under way for')) letGo ??= other.query('rollback')
    }
    expect(await run({ say, sayEachMs: 20 })).toEqual(['9118-waits.sql'])
    await letGo
  })
})

test('an index that was built before its migration was killed counts as built', async () => {
  await pool.query('create table killed (n int); create index killed_n on killed (n)')
  write(
    '9115-built',
    'before, harmless, outside a transaction',
    'create index concurrently killed_n on killed (n);',
  )
  expect(await run()).toEqual(['9115-built.sql'])
})

test.each(['create table a (n int);', 'create index concurrently a on b (c);\ncreate table a (n int);'])(
  'what is not one index is not run outside a transaction: %s',
  async (text) => {
    write('9116-other', 'before, harmless, outside a transaction', text)
    await expect(run()).rejects.toThrow('9116-other.sql must be one statement')
  },
)

test('a statement in batches is repeated until it finds no row', async () => {
  await pool.query('create table filled as select n, null::int as doubled from generate_series(1, 2500) n')
  write(
    '9117-fill',
    'after, harmless, in batches',
    `update filled set doubled = 2 * n
     where n in (select n from filled where doubled is null limit 1000 for update skip locked);`,
  )
  expect(await run()).toEqual(['9117-fill.sql'])
  expect(await one('select count(*)::int from filled where doubled = 2 * n')).toBe(2500)
})
