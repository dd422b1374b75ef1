import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { migrate } from './migrate.ts'
import { judgeSchema } from './schema-fit.ts'

const base = useDatabase()
let folder: string
let pool: Pool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-schema-'))
  for (const kind of ['migrations', 'functions']) mkdirSync(join(folder, kind))
  writeFileSync(join(folder, 'roles.sql'), '')
  pool = new Pool({ connectionString: base.url, max: 1 })
  // As if nothing of the product's had been applied: its migrations would be those of a newer version.
  await pool.query('truncate schema_migrations, schema_functions, processes')
})
afterEach(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, 'migrations', name), text)
const writeFunction = (name: string, text: string) => writeFileSync(join(folder, 'functions', name), text)
const answers = (number: number) =>
  `create or replace function answer() returns int language sql as $$ select ${number} $$`
const functionOn = (table: string, expression: string) =>
  `create or replace function rows_of_${table}() returns int language sql as $$ select ${expression} from ${table} $$`
const pending = async () => {
  const fit = await judgeSchema(pool, folder)
  return fit.fits ? [] : fit.pending
}
const ask = async () => ((await pool.query('select answer() as is')).rows[0] as { is: number }).is
const has = async (table: string) => {
  const { rows } = await pool.query('select to_regclass($1) is not null as has', [table])
  return (rows[0] as { has: boolean }).has
}

test('each migration is applied once, in order, also when several machines begin at the same moment', async () => {
  write('9001-first.sql', 'create table tried (n int);')
  write('9002-second.sql', 'insert into tried values (1);')
  write('notes.txt', 'not a migration')
  expect(await pending()).toEqual(['9001-first.sql', '9002-second.sql'])
  const all = await Promise.all([1, 2, 3].map(() => migrate(base.url, folder)))
  expect(all.flat().toSorted()).toEqual(['9001-first.sql', '9002-second.sql'])
  expect((await pool.query('select n from tried')).rows).toEqual([{ n: 1 }])
  expect(await pending()).toEqual([])
})

test('one that fails leaves nothing behind, and is applied when it was put right', async () => {
  write('9003-broken.sql', 'create table half (n int); select no_such_function();')
  await expect(migrate(base.url, folder)).rejects.toThrow('Migration 9003-broken.sql failed')
  expect(await has('half')).toBe(false)
  write('9003-broken.sql', 'create table half (n int);')
  expect(await migrate(base.url, folder)).toEqual(['9003-broken.sql'])
})

test('one that was applied and has changed since stops everything', async () => {
  write('9004-fixed.sql', 'create table fixed (n int);')
  await migrate(base.url, folder)
  write('9004-fixed.sql', 'create table fixed (n bigint);')
  write('9005-next.sql', 'create table next (n int);')
  await expect(migrate(base.url, folder)).rejects.toThrow('9004-fixed.sql was applied and has changed since')
  expect(await has('next')).toBe(false)
})

/** Holds a lock on the table until it is let go. */
const hold = async (table: string) => {
  const holder = new Client({ connectionString: base.url })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access share mode`)
  return () => holder.end()
}

test('a migration waits for a lock for moments only, says so, and tries again until it is free', async () => {
  await pool.query('create table busy (n int)')
  write('9006-patient.sql', 'alter table busy add column more int;')
  const letGo = await hold('busy')
  const said: string[] = []
  const say = (words: string) => {
    said.push(words)
    if (said.length === 2) void letGo()
  }
  expect(await migrate(base.url, folder, { say })).toEqual(['9006-patient.sql'])
  expect(said[0]).toMatch(
    /^9006-patient\.sql: a lock is not free \(the oldest transaction is that of pid \d+, \d+ s\): try 2 in 0\.3 s$/,
  )
  expect(said.at(-1)).toMatch(/^9006-patient\.sql: applied in/)
})

test('a migration that finds no lock free gives up in words', async () => {
  await pool.query('create table busier (n int)')
  write('9012-impatient.sql', 'create table begun (n int); alter table busier add column more int;')
  const letGo = await hold('busier')
  await expect(migrate(base.url, folder, { lockPatienceMs: 0 })).rejects.toThrow(
    /9012-impatient\.sql: a lock was not free .* run `goodword migrate` again/,
  )
  await letGo()
  expect(await has('begun')).toBe(false)
  expect(await migrate(base.url, folder)).toEqual(['9012-impatient.sql'])
})

test('a function is applied again when its text has changed, and again when it is changed back', async () => {
  writeFunction('answer.sql', answers(1))
  expect(await pending()).toEqual(['answer.sql'])
  expect(await migrate(base.url, folder)).toEqual(['answer.sql'])
  expect(await migrate(base.url, folder)).toEqual([])
  writeFunction('answer.sql', answers(2))
  expect(await pending()).toEqual(['answer.sql'])
  expect(await migrate(base.url, folder)).toEqual(['answer.sql'])
  expect(await ask()).toBe(2)
  writeFunction('answer.sql', answers(1))
  // Processes of the version before stay ready while the newer one takes over.
  expect(await pending()).toEqual([])
  expect(await migrate(base.url, folder)).toEqual(['answer.sql'])
  expect(await ask()).toBe(1)
})

test('a new function is there for the migration that names it, and may name the table that this makes', async () => {
  writeFunction('rows_of_named.sql', functionOn('named', 'count(*)::int'))
  write('9007-named.sql', 'create table named (n int, rows int default rows_of_named());')
  expect(await migrate(base.url, folder)).toEqual(['rows_of_named.sql', '9007-named.sql'])
})

test('a function that does not fit the tables is refused, and the one before it stays', async () => {
  write('9008-fits.sql', 'create table fits (n int);')
  writeFunction('rows_of_fits.sql', functionOn('fits', 'count(n)::int'))
  await migrate(base.url, folder)
  writeFunction('rows_of_fits.sql', functionOn('fits', 'count(gone)::int'))
  await expect(migrate(base.url, folder)).rejects.toThrow(
    'Migration rows_of_fits.sql failed: column "gone" does not exist',
  )
  expect((await pool.query('select rows_of_fits() as n')).rows).toEqual([{ n: 0 }])
})

test('a migration that takes a column from a function is noticed', async () => {
  write('9009-narrow.sql', 'create table narrow (n int, gone int);')
  writeFunction('rows_of_narrow.sql', functionOn('narrow', 'count(gone)::int'))
  await migrate(base.url, folder)
  write('9010-narrower.sql', 'alter table narrow drop column gone;')
  await expect(migrate(base.url, folder)).rejects.toThrow('Migration rows_of_narrow.sql failed')
})

test('a function with other arguments takes the place of the old one only by a migration', async () => {
  writeFunction('widened.sql', 'create or replace function widened() returns int language sql return 1')
  await migrate(base.url, folder)
  writeFunction('widened.sql', 'create or replace function widened(n int) returns int language sql return n')
  await expect(migrate(base.url, folder)).rejects.toThrow('widened.sql must be the one function of its name')
  write('9011-widened.sql', 'drop function widened();')
  expect(await migrate(base.url, folder)).toEqual(['9011-widened.sql', 'widened.sql'])
})

test('a database of a version before the baseline is refused with what to do', async () => {
  await pool.query(`insert into schema_migrations (name, sha256) values ('0001-foundations.sql', '')`)
  await expect(migrate(base.url, folder)).rejects.toThrow(/a version before 0\.2.*delete the data folder/)
  await pool.query(`delete from schema_migrations where name = '0001-foundations.sql'`)
})
