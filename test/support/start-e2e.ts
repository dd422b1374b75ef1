import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { ensureWebBuilt } from '../../bin/build-web.ts'
import { SCHEMA_FOLDER } from '../../server/database/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../../server/platform/postgres/schema/migrate.ts'

/** Before the browser tests: the screens are built, and there is a PostgreSQL with a migrated template. */
const start = async (): Promise<() => Promise<void>> => {
  await ensureWebBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'goodword-e2e-'))
  // The database's own user must be able to enter, or its files lie elsewhere and outlive the run.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const admin = new Client({ connectionString: postgres.url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  await admin.query('create database template_goodword')
  await admin.end()
  await migrate(postgres.url.replace(/\/[^/]*$/, '/template_goodword'), SCHEMA_FOLDER)
  process.env['E2E_POSTGRES_URL'] = postgres.url
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export default start
