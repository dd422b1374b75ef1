import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { SCHEMA_FOLDER } from '../../server/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../../server/platform/postgres/schema/migrate.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into Vitest's own interface
  interface ProvidedContext {
    postgresUrl: string
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones: `TEST_POSTGRES=17` takes the
 * oldest version that Goodword runs on.
 */
let postgres: EmbeddedPostgres | undefined
let folder = ''

export const setup = async (project: TestProject): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-test-'))
  // The database's own user must be able to enter, or its files lie elsewhere and outlive the run.
  chmodSync(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, {
    version: process.env['TEST_POSTGRES'] === '17' ? 17 : 18,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // It visits each database once a minute: with hundreds that takes a third of what PostgreSQL spends.
      autovacuum: 'off',
    },
  })
  const admin = new Client({ connectionString: databaseUrl(postgres.url, 'postgres') })
  await admin.connect()
  await admin.query('create database template_goodword')
  await migrate(databaseUrl(postgres.url, 'template_goodword'), SCHEMA_FOLDER)
  await admin.end()
  project.provide('postgresUrl', postgres.url)
}

export const teardown = async (): Promise<void> => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

const databaseUrl = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`)
