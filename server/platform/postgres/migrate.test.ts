import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const base = useDatabase()
let folder: string
let pool: Pool

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-migrations-'))
  pool = new Pool({ connectionString: base.url, max: 1 })
})
afterEach(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const has = async (table: string) => {
  const { rows } = await pool.query('select to_regclass($1) is not null as has', [table])
  return (rows[0] as { has: boolean }).has
}

test('each migration is applied once, in order, also when several machines begin at the same moment', async () => {
  write('9001-first.sql', 'create table tried (n int);')
  write('9002-second.sql', 'insert into tried values (1);')
  write('notes.txt', 'not a migration')
  expect(await pendingMigrations(pool, folder)).toEqual(['9001-first.sql', '9002-second.sql'])
  const all = await Promise.all([1, 2, 3].map(() => migrate(base.url, folder)))
  expect(all.flat().toSorted()).toEqual(['9001-first.sql', '9002-second.sql'])
  expect((await pool.query('select n from tried')).rows).toEqual([{ n: 1 }])
  expect(await pendingMigrations(pool, folder)).toEqual([])
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
