import { Client } from 'pg'
import { bringUpToDate } from '../server/database/bring-up-to-date.ts'
import { SCHEMA_FOLDER } from '../server/database/database.ts'
import { embeddedUrl, startEmbeddedPostgres } from '../server/platform/postgres/embedded/embedded-postgres.ts'
import type { Env } from '../server/platform/process/env.ts'
import { migrate } from '../server/platform/postgres/schema/migrate.ts'
import { claimFolder } from './claim-folder.ts'

/**
 * The database that the settings mean, migrated: DATABASE_URL, else the embedded one, which is started for this work
 * only if no `npm start` has it running. `applied` names the migrations that it lacked.
 */
export const withDatabase = async <Out>(
  env: Env,
  work: (databaseUrl: string, applied: string[]) => Promise<Out>,
): Promise<Out> => {
  const running = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR))
  if (running) {
    const applied = await bringUpToDate(running, env.MIGRATE_DATABASE_URL)
    return work(running, applied)
  }
  // A process that is starting or restarting it at this moment must not find a second server on the same files.
  await claimFolder(env.DATA_DIR)
  const postgres = await startEmbeddedPostgres(env.DATA_DIR)
  try {
    const applied = await migrate(postgres.url, SCHEMA_FOLDER)
    return await work(postgres.url, applied)
  } finally {
    await postgres.stop()
  }
}

const runningEmbedded = async (dataDir: string): Promise<string | undefined> => {
  const url = embeddedUrl(dataDir)
  if (!url) return undefined
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
