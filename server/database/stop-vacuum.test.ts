import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../platform/postgres/connections/pool.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../platform/postgres/schema/migrate.ts'
import { SCHEMA_FOLDER } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'goodword-vacuum-'))
let postgres: EmbeddedPostgres

beforeAll(async () => {
  chmodSync(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, { settings: { fsync: 'off', autovacuum_naptime: '1s' } })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('an autovacuum in the way of a partition is sent away, which a short wait for a lock alone does not', async () => {
  await migrate(postgres.url, SCHEMA_FOLDER)
  const client = createClient(postgres.url)
  await client.connect()
  await client.query(`
    create table spare (id integer) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0,
                                          autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`)
  await client.query('insert into spare select generate_series(1, 200000)')
  await client.query('delete from spare where id % 2 = 0')
  const vacuums = async () => {
    const { rows } = await client.query(
      `select from pg_stat_progress_vacuum where relid = 'public.spare'::regclass`,
    )
    return rows.length
  }
  await expect.poll(vacuums, { timeout: 60_000 }).toBe(1)

  const LOCK = `begin; set local lock_timeout = '200ms'; lock table spare in access exclusive mode`
  await expect(client.query(LOCK)).rejects.toMatchObject({ code: '55P03' })
  await client.query('rollback')
  expect(await vacuums()).toBe(1)

  await client.query(`begin; select stop_vacuum('spare')`)
  expect(await vacuums()).toBe(0)
  await client.query(LOCK.replace('begin; ', ''))
  await client.query('rollback')
  await client.end()
})
