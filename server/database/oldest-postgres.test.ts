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

/** The whole suite runs on it by `TEST_POSTGRES=17`; here is what differs. */
const folder = mkdtempSync(join(tmpdir(), 'goodword-oldest-'))
let postgres: EmbeddedPostgres

beforeAll(async () => {
  chmodSync(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, { version: 17, settings: { fsync: 'off' } })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('PostgreSQL 17 takes the schema, once, and names new rows as 18 does', async () => {
  expect(await migrate(postgres.url, SCHEMA_FOLDER)).not.toEqual([])
  expect(await migrate(postgres.url, SCHEMA_FOLDER)).toEqual([])
  const client = createClient(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ version: string; id: string }>(
    `select current_setting('server_version') as version, uuidv7() as id`,
  )
  await client.end()
  expect(rows).toEqual([
    { version: expect.stringMatching(/^17\./), id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) },
  ])
})
